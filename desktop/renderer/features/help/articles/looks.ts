import { articlesOf } from '../article.ts';

/** Looks, keys and other ways to use the app. */
export const LOOKS_ARTICLES = articlesOf('looks', [
  {
    id: 'appearance',
    title: 'Theme, colour and text size',
    words: 'dark light mode font bigger colour contrast appearance',
    summary: 'In the menu with your name. It takes effect at once.',
    body: [
      {
        points: [
          '**Theme**: light, dark, or as your system has it.',
          '**Colour**: one of five. It marks what matters most on a page; everything else stays grey.',
          '**Text size**: small, middle or large. Your browser’s own zoom works on top of it.',
        ],
      },
      'Your choice applies on every device you sign in on. You can also change all of it in [Settings, Appearance](/settings#appearance).',
      'Less movement: Lyceum follows your system’s setting for reduced motion.',
    ],
  },
  {
    id: 'keyboard',
    title: 'Use the keyboard',
    words: 'shortcut keys hotkey question mark go to escape',
    summary: 'Press the question mark anywhere for the whole list.',
    body: [
      {
        points: [
          'Ctrl and **K**, on a Mac ⌘ and **K**, opens the [search](/help?article=search) for members.',
          'Press **G** and then a letter to go to a page, for example **G** and **H** for Home.',
          '**F6** moves to the next part of the window, Shift and F6 to the one before, **F8** to a toast, a short message in the corner.',
          '**Esc** closes what is on top and puts you back where you were.',
          'Ctrl and Enter (on a Mac ⌘ and Enter) sends what you are writing.',
        ],
      },
      'Single keys do nothing while you type. If they get in your way, for example because you dictate, switch them off at the end of the list that the question mark opens. The choice is stored on this device.',
    ],
  },
  {
    id: 'screen-reader',
    title: 'With a screen reader',
    words: 'accessibility blind nvda voiceover jaws landmark heading skip',
    summary: 'One heading a page, named parts, and quiet announcements.',
    body: [
      {
        points: [
          'The first stop of every page is a link that skips to the content. F6 moves between the parts of the window.',
          'Each page has one main heading, which gets the focus when you come to the page, and its title is the window’s title.',
          'Changed numbers are announced once you pause. Failures are announced at once.',
          'Times are read in full, with the date in your own time zone.',
        ],
      },
      'Something is not read, or not reached by the keyboard? That is a fault: please [write to us](/help?contact=1) which page and which control.',
    ],
  },
]);
