import { choicesOf, exampleOf, RECOMMENDABLE, RULES, type NamedRule } from './rules.ts';
import { plainText } from './xml.ts';

/** Renders the JSON schema of the files of a folder below /etc/lyceum/policies. */
export function renderLinuxSchema(folder: 'managed' | 'recommended'): string {
  const rules = folder === 'managed' ? RULES : RECOMMENDABLE;
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Lyceum: /etc/lyceum/policies/${folder}/*.json`,
    description: 'Written by npm run policies.',
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(rules.map((rule) => [rule.name, propertyOf(rule)])),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function propertyOf(rule: NamedRule): object {
  const { kind, title, description, default: value } = rule;
  const meanings = choicesOf(kind).map(([word, meaning]) => `${word}: ${meaning}`);
  return {
    title,
    description: plainText([description, ...meanings].join(' ')),
    ...typeOf(kind),
    ...(value !== null && { default: value }),
    examples: [exampleOf(rule)],
  };
}

function typeOf(kind: NamedRule['kind']): object {
  if (kind.type === 'boolean') return { type: 'boolean' };
  if (kind.type === 'integer') return { type: 'integer', minimum: kind.min, maximum: kind.max };
  if (kind.type === 'choice') return { enum: Object.keys(kind.choices) };
  return kind.type === 'list' ? { type: 'array', items: { type: 'string' }, maxItems: 100 } : { type: 'string' };
}
