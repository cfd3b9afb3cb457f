import { describe, expect, it } from 'vitest';
import { autostartEntry } from './autostart.ts';
import { createGpuGuard } from './gpu-guard.ts';
import { spellingLanguages } from './spelling.ts';
import { readStartOptions, restartArguments } from './start-options.ts';

describe('start', () => {
  it.each([
    [[], { isHidden: false, isSafeMode: false, isSoftwareRendering: false }],
    [['--hidden'], { isHidden: true, isSafeMode: false, isSoftwareRendering: false }],
    [['--safe-mode', '--hidden'], { isHidden: false, isSafeMode: true, isSoftwareRendering: true }],
    [['--software-rendering'], { isHidden: false, isSafeMode: false, isSoftwareRendering: true }],
    [['--hidden=1', 'lyceum://profile/1'], { isHidden: false, isSafeMode: false, isSoftwareRendering: false }],
  ])('with %j', (args, options) => expect(readStartOptions(['/opt/lyceum', ...args])).toEqual(options));
  it('again keeps the arguments, adds one once and shows the window', () => {
    expect(restartArguments(['/opt/lyceum', '--hidden', '--lang=de'], '--safe-mode')).toEqual([
      '--lang=de',
      '--safe-mode',
    ]);
    expect(restartArguments(['/opt/lyceum', '--safe-mode'], '--safe-mode')).toEqual(['--safe-mode']);
  });
});

describe('crashes of the graphics process', () => {
  it('restart the app once, at the second within five minutes', () => {
    let now = 0;
    const after = createGpuGuard(false, () => now);
    expect(after('crashed')).toBe('continue');
    now += 300_001;
    expect(after('crashed')).toBe('continue');
    expect([after('clean-exit'), after('killed')]).toEqual(['continue', 'continue']);
    now += 1_000;
    expect([after('oom'), after('crashed')]).toEqual(['restart', 'continue']);
  });
  it('restart the app at once when the process cannot start', () => {
    expect(createGpuGuard(false, () => 0)('launch-failed')).toBe('restart');
  });
  it('never restart the app with software rendering', () => {
    const after = createGpuGuard(true, () => 0);
    expect([after('crashed'), after('crashed'), after('launch-failed')]).toEqual(['continue', 'continue', 'continue']);
  });
});

describe('start at login on Linux', () => {
  it.each([
    ['/opt/Lyceum/lyceum', 'Exec=/opt/Lyceum/lyceum --hidden'],
    ['/home/ana/My Apps/Lyceum.AppImage', 'Exec="/home/ana/My Apps/Lyceum.AppImage" --hidden'],
    ['/home/100%/a"b', String.raw`Exec="/home/100%%/a\\"b" --hidden`],
    ['/opt/$HOME`x`', 'Exec="/opt/\\\\$HOME\\\\`x\\\\`" --hidden'],
  ])('quotes %s', (executable, line) => {
    expect(autostartEntry(executable, ['--hidden']).split('\n')).toContain(line);
  });
});

describe('languages of spelling', () => {
  const available = ['de', 'en-GB', 'en-US', 'fr', 'pt-BR', 'pt-PT'];
  it.each<[string, string[], string[], string[], string[]]>([
    ['the chosen ones that have a dictionary', ['fr', 'xx'], ['de-DE'], available, ['fr']],
    ['those of the system', [], ['de-AT', 'en-GB'], available, ['de', 'en-GB']],
    ['a region of the language', [], ['pt'], available, ['pt-BR']],
    ['English without a match', ['xx'], ['ja'], available, ['en-US']],
    ['none where the system has its own checker', ['fr'], ['de-DE'], [], []],
  ])('are %s', (_case, chosen, system, choices, expected) => {
    expect(spellingLanguages(chosen, system, choices)).toEqual(expected);
  });
});
