import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

it('the environment leads no installed app to another policy', () => {
  const env = { SystemRoot: 'D:\\mine', LYCEUM_POLICY_DIR: '/home/member/policies' };
  expect(readConfig(env, true)).toMatchObject({ systemRoots: ['C:\\Windows', 'D:\\mine'], policyDir: null });
  expect(readConfig(env, false)).toMatchObject({
    systemRoots: ['D:\\mine', 'C:\\Windows'],
    policyDir: '/home/member/policies',
  });
  expect(readConfig({}, true).systemRoots[0]).toBe('C:\\Windows');
});
