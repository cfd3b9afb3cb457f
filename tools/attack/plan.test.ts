import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#shared/api/index.ts';
import { pathOf } from '../endpoint-path.ts';
import { IDENTITIES } from './identities.ts';
import { HOLES, PARTS, readPlan } from './plan.ts';
import type { Target } from './recipes/call.ts';
import { RECIPES } from './recipes/index.ts';
import { RECORD_NAMES, type RecordIds } from './records.ts';
import { describeVerdict, formatResults, isExpected, type PartResult } from './report.ts';

const ID = '0190a7c2-0000-7000-8000-000000000001';
const target: Target = {
  username: 'someone',
  email: 'someone@example.org',
  ids: Object.fromEntries(RECORD_NAMES.map((name) => [name, ID])) as RecordIds,
};

describe('the recipes', () => {
  it('are those of the endpoints', () => {
    expect(Object.keys(RECIPES).toSorted()).toEqual(Object.keys(allEndpoints).toSorted());
  });

  it.each(Object.entries(allEndpoints))('%s has calls with all its parameters', (name, endpoint) => {
    const calls = RECIPES[name]?.(target, target) ?? [];
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) expect(pathOf(endpoint.path, call)).not.toContain(':');
  });

  it('attack each record of a victim', () => {
    const unused = RECORD_NAMES.filter((name) => {
      const marked = { ...target, ids: { ...target.ids, [name]: `marked-${name}` } };
      const sent = Object.values(RECIPES).flatMap((recipe) => [...recipe(marked, target), ...recipe(target, marked)]);
      return !JSON.stringify(sent).includes(`marked-${name}`);
    });
    expect(unused).toEqual([]);
  });

  it('open a write to everyone only where its endpoint is public', () => {
    const open = Object.entries(RECIPES).filter(([, recipe]) =>
      recipe(target, target).some((call) => call.open?.length === IDENTITIES.length),
    );
    expect(open.filter(([name]) => allEndpoints[name]?.who !== 'public').map(([name]) => name)).toEqual([]);
  });
});

describe('the plan', () => {
  it('is all parts, and without the scanners where they are left out', () => {
    expect(readPlan([])).toMatchObject([{ parts: PARTS, hole: null }]);
    expect(readPlan(['--without-scanners'])[0]?.parts).toEqual(PARTS.filter((part) => part !== 'scanners'));
    expect(readPlan(['--only=slow,sockets', '--seconds', '5'])).toMatchObject([
      { parts: ['sockets', 'slow'], scannerSeconds: 5 },
    ]);
  });

  it('plants one hole in each control', () => {
    expect(readPlan(['--control', 'inline-file'])).toMatchObject([{ hole: 'inline-file' }]);
    expect(readPlan(['--controls']).map(({ hole }) => hole)).toEqual(Object.keys(HOLES));
  });

  it.each([['--onyl=slow'], ['--only=slowly'], ['--control=none'], ['--seconds=0'], ['slow']])('refuses %s', (arg) => {
    expect(() => readPlan([arg])).toThrow('npm run attack');
  });
});

describe('the report', () => {
  const result = (part: PartResult['part'], through: string[] = []): PartResult => ({
    part,
    tried: 1_200,
    through,
    notes: ['88 hidden texts'],
    seconds: 61.4,
  });

  it('prints each part with its figures, and everything that got through', () => {
    expect(formatResults([result('endpoints'), result('uploads', ['HTML was shown'])])).toBe(
      [
        '  part                tried  got through         time',
        '  endpoints            1200            0         61 s',
        '  uploads              1200            1         61 s',
        '  all                  2400            1        123 s',
        '',
        '  endpoints: 88 hidden texts',
        '  uploads: 88 hidden texts',
        '  GOT THROUGH (uploads) HTML was shown',
        '',
      ].join('\n'),
    );
  });

  it('expects zero, and of a control the findings of one part', () => {
    const [clean, broken] = [result('endpoints'), result('uploads', ['HTML was shown'])];
    expect(isExpected({ hole: null }, [clean])).toBe(true);
    expect(isExpected({ hole: null }, [clean, broken])).toBe(false);
    expect(isExpected({ hole: null }, [])).toBe(false);
    expect(isExpected({ hole: null }, [{ ...clean, tried: 0 }])).toBe(false);
    expect(isExpected({ hole: 'inline-file' }, [clean, broken])).toBe(true);
    expect(isExpected({ hole: 'inline-file' }, [clean])).toBe(false);
    expect(isExpected({ hole: 'foreign-record' }, [clean, broken])).toBe(false);
    expect(isExpected({ hole: 'inline-file' }, [result('endpoints', ['x']), broken])).toBe(false);
    expect(describeVerdict({ hole: 'inline-file' }, [clean])).toContain('UPLOADS ALONE');
  });
});
