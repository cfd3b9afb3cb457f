import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeText, parseTable } from './decode-text.ts';
import { findPdfPlace, formatPdfPlace, parsePdfPlace } from './pdf/pdf-place.ts';
import { stepZoom } from './pdf/zoom.ts';
import { mediaActionOf } from './media-keys.ts';
import { Reader } from './Reader.tsx';
import { readerKindOf, type ReaderPlace } from './reader-file.ts';
import { usePlace } from './use-place.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('readerKindOf', () => {
  it.each([
    ['application/pdf', 'pdf'],
    ['application/epub+zip', 'epub'],
    ['video/mp4', 'video'],
    ['audio/wav', 'audio'],
    ['image/webp', 'image'],
    ['text/csv', 'table'],
    ['text/markdown', 'text'],
    ['application/json', 'text'],
    ['text/html', null],
    ['application/zip', null],
    ['application/pdfx', null],
  ])('%s is shown as %s', (type, kind) => expect(readerKindOf(type)).toBe(kind));
});

describe('a text', () => {
  it('is read in the encoding of its first bytes, in UTF-8, or else in Windows-1252', () => {
    expect(decodeText(new Uint8Array([0xff, 0xfe, 0xe9, 0]))).toBe('é');
    expect(decodeText(new Uint8Array([0xef, 0xbb, 0xbf, 0xc3, 0xa9]))).toBe('é');
    expect(decodeText(new Uint8Array([0xc3, 0xa9]))).toBe('é');
    expect(decodeText(new Uint8Array([0xe9, 0x21]))).toBe('é!');
  });

  it('that ends within a character loses only this character', () => {
    expect(decodeText(new Uint8Array([0x61, 0xc3]))).toBe('a');
  });
});

describe('parseTable', () => {
  it.each([
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a,b\r\nc\r\n', [['a', 'b'], ['c']]],
    ['"a,1","say ""hi""\nthere"', [['a,1', 'say "hi"\nthere']]],
    [
      ',\n,',
      [
        ['', ''],
        ['', ''],
      ],
    ],
    ['"open', [['open']]],
    ['5" nail,x', [['5" nail', 'x']]],
    ['', []],
  ])('reads %j', (text, rows) => expect(parseTable(text, ',', 100)).toEqual(rows));

  it('stops at the given number of rows, and reads tabs', () => {
    expect(parseTable('a\tb\nc\nd', '\t', 2)).toEqual([['a', 'b'], ['c']]);
  });
});

describe('a place in a PDF', () => {
  it.each([
    ['3:0.25', { page: 3, share: 0.25 }],
    [null, { page: 1, share: 0 }],
    ['9:0', { page: 1, share: 0 }],
    ['0:0', { page: 1, share: 0 }],
    ['2:7', { page: 2, share: 1 }],
    ['epubcfi(/6/4!/4)', { page: 1, share: 0 }],
  ])('%j of a file with 4 pages', (position, place) => expect(parsePdfPlace(position, 4)).toEqual(place));

  it('is the page at the upper edge, and the end is everything', () => {
    const pages = [0, 100, 200, 300].map((top) => ({ top, height: 100 }));
    expect(findPdfPlace(250, pages)).toEqual({ page: 3, share: 0.5 });
    expect(findPdfPlace(-5, pages)).toEqual({ page: 1, share: 0 });
    expect(formatPdfPlace({ page: 3, share: 0.5 }, 4, false)).toEqual({ position: '3:0.5', percent: 0.625 });
    expect(formatPdfPlace({ page: 3, share: 0.5 }, 4, true).percent).toBe(1);
  });

  it('grows and shrinks in steps', () => {
    expect([stepZoom(1, 1), stepZoom(0.9, -1), stepZoom(4, 1), stepZoom(0.25, -1)]).toEqual([1.25, 0.75, 4, 0.25]);
  });
});

describe('the keys of a video', () => {
  const press = (key: string, on: Element, init: KeyboardEventInit = {}) => {
    let action: string | null = null;
    on.addEventListener('keydown', (event) => (action = mediaActionOf(event as KeyboardEvent)), { once: true });
    on.dispatchEvent(new KeyboardEvent('keydown', { key, ...init }));
    return action;
  };

  it('act on the player, but not on a control that uses them, nor with a modifier', () => {
    const video = document.createElement('video');
    const actions = [' ', 'k', 'K', 'ArrowLeft', 'ArrowRight', 'm', 'c', 'f', 'x'].map((key) => press(key, video));
    expect(actions.slice(0, 5)).toEqual(['play', 'play', 'play', 'back', 'forward']);
    expect(actions.slice(5)).toEqual(['mute', 'captions', 'full-screen', null]);
    expect(press(' ', document.createElement('button'))).toBeNull();
    expect(press('f', video, { ctrlKey: true })).toBeNull();
  });
});

describe('usePlace', () => {
  let stored: ReaderPlace[];
  const open = (position: string | null) => renderHook(() => usePlace(position, (place) => stored.push(place)));
  const at = (page: number): ReaderPlace => ({ position: `${page}:0`, percent: page / 10 });
  const hide = (state: string): void => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state as DocumentVisibilityState);
    document.dispatchEvent(new Event('visibilitychange'));
  };

  beforeEach(() => {
    stored = [];
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('stores the last place every 10 s while it changes', () => {
    const { result } = open(null);
    for (let page = 1; page <= 5; page += 1) {
      result.current.report(at(page));
      vi.advanceTimersByTime(4_000);
    }
    expect(stored).toEqual([at(3)]);
    vi.advanceTimersByTime(20_000);
    expect(stored).toEqual([at(3), at(5)]);
  });

  it('stores at once on a pause, when the page is hidden and when the file is closed, and nothing twice', () => {
    const { result, unmount } = open('1:0');
    result.current.report(at(1));
    result.current.store();
    expect(stored).toEqual([]);
    result.current.report(at(2));
    result.current.store();
    result.current.report(at(3));
    hide('hidden');
    hide('visible');
    result.current.report(at(4));
    unmount();
    vi.advanceTimersByTime(60_000);
    expect(stored).toEqual([at(2), at(3), at(4)]);
  });

  it('stores the end once also where the position stays the same', () => {
    const { result, unmount } = open('4:0');
    const end = { position: '4:0', percent: 1 };
    result.current.report(end);
    result.current.store();
    result.current.report(end);
    unmount();
    expect(stored).toEqual([end]);
  });
});

describe('Reader', () => {
  const open = (type: string, bytes: string | null, name = 'file.txt') => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response(bytes, { status: bytes === null ? 503 : 206 })),
    );
    return render(
      <Reader
        file={{ name, type, size: bytes?.length ?? 10 }}
        url="/api/files/1"
        downloadUrl="/api/files/1?download=1"
      />,
    );
  };

  it('shows a text in a region that can be scrolled by keyboard', async () => {
    open('text/plain', 'A line.\nAnother.', 'notes.txt');
    const region = await screen.findByRole('region', { name: 'notes.txt' });
    expect(region.tabIndex).toBe(0);
    expect(region.textContent).toContain('A line.\nAnother.');
  });

  it('shows the rows of a CSV file as a table with headers', async () => {
    open('text/csv', 'Name,Age\nAna,21\n', 'people.csv');
    expect(await screen.findByRole('columnheader', { name: 'Age' })).toBeDefined();
    expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Ana', '21']);
  });

  it.each([
    ['a damaged EPUB', 'application/epub+zip', 'PK no zip', 'This file is damaged.'],
    ['a type that has no viewer', 'application/zip', 'PK', "This type of file can't be shown here."],
  ])('offers the download of %s', async (_what, type, bytes, title) => {
    open(type, bytes, 'file.bin');
    expect(await screen.findByText(title)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Download file.bin' }).getAttribute('href')).toBe(
      '/api/files/1?download=1',
    );
  });

  it('stores exactly where a video is paused, also shortly after the last place', async () => {
    const places: string[] = [];
    const { container } = render(
      <Reader
        file={{ name: 'film.mp4', type: 'video/mp4', size: 10 }}
        url="/api/files/1"
        downloadUrl="/api/files/1?download=1"
        onPosition={({ position }) => void places.push(position)}
      />,
    );
    await vi.waitFor(() => expect(container.querySelector('video')).not.toBeNull());
    const video = container.querySelector('video') as HTMLVideoElement;
    Object.defineProperty(video, 'duration', { value: 100 });
    const at = (seconds: number, event: 'timeupdate' | 'pause') => {
      Object.defineProperty(video, 'currentTime', { value: seconds, configurable: true });
      act(() => void video.dispatchEvent(new Event(event)));
    };
    at(61, 'timeupdate');
    at(61.9, 'timeupdate');
    at(61.9, 'pause');
    expect(places).toEqual(['61.9']);
  });

  it('says when a video cannot be decoded', async () => {
    const { container } = open('video/quicktime', '', 'film.mov');
    await vi.waitFor(() => expect(container.querySelector('video')).not.toBeNull());
    act(() => void container.querySelector('video')?.dispatchEvent(new Event('error')));
    expect(await screen.findByText("This file can't be played here.")).toBeDefined();
    expect(screen.getByRole('alert').textContent).toContain('MP4 (H.264)');
  });

  it('tries again when the request failed', async () => {
    open('text/plain', null);
    expect(await screen.findByText("Couldn't load this file.")).toBeDefined();
    vi.stubGlobal('fetch', async () => new Response('There it is', { status: 206 }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('There it is')).toBeDefined();
  });
});
