import { expect, it } from 'vitest';
import { ERROR_ARTICLES } from '#shared/api/error-articles.ts';
import { HELP_ARTICLE_IDS } from '#shared/api/help.ts';
import { ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';
import { ApiError, CircuitOpenError, NetworkError, ValidationError } from './errors.ts';
import { describeFailure } from './failure.ts';

it.each(Object.keys(ERROR_STATUS) as ErrorCode[])('%s has the article that explains it', (code) => {
  expect(HELP_ARTICLE_IDS).toContain(ERROR_ARTICLES[code]);
  expect(describeFailure(new ApiError('no', ERROR_STATUS[code], { code })).helpPath).toBe(
    `/help?article=${ERROR_ARTICLES[code]}`,
  );
});

it.each([
  ['a server that cannot be reached', new NetworkError(), '/help?article=no-connection'],
  ['a request held back', new CircuitOpenError(), '/help?article=no-connection'],
  ['input that is refused', new ValidationError('Validation failed', {}), '/help?article=check-input'],
  ['a failure without a code', new ApiError('HTTP Error 502', 502), '/help?article=server-trouble'],
  ['a refusal without a code', new ApiError('HTTP Error 418', 418), undefined],
  ['a fault of the page', new Error('x is not a function'), undefined],
])('%s has its article, if there is one', (_what, error, path) => {
  expect(describeFailure(error).helpPath).toBe(path);
});

it('passes the request id to the contact form', () => {
  expect(describeFailure(new ApiError('no', 500, { code: 'INTERNAL', requestId: 'r&1' }))).toEqual({
    message: 'no',
    requestId: 'r&1',
    helpPath: '/help?article=server-trouble&request=r%261',
  });
});
