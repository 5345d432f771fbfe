// Generates the types of the clients under packages/ from the schemas of docs/api/openapi.json: TypeScript and Python.
// `npm run docs` writes them; test/pure/clients/types.test.ts fails if they are out of date.

/** The schemas that a client sends or receives. Schemas that they name are included too. */
const roots = [
  ...['Error', 'Refusal', 'IssuedToken'],
  ...['RingClipConfig', 'RingClipReply', 'RingStreamConfig', 'RingServerMessage'],
  ...['AsrClipConfig', 'AsrClipReply', 'AsrStreamConfig', 'AsrServerMessage'],
  ...['SynthesisConfig', 'SynthesisServerMessage'],
  ...['PreparedUpload', 'SubmitBody', 'Submitted', 'Queried', 'QueueStatus', 'Restarted', 'TransProperties'],
  ...['ForkScreening', 'ForkRecognition', 'ForkError', 'VerdictReply'],
];

const nameOf = (reference) => reference.slice(reference.lastIndexOf('/') + 1);

function namedIn(schema, found = new Set()) {
  if (Array.isArray(schema)) for (const each of schema) namedIn(each, found);
  else if (schema !== null && typeof schema === 'object') {
    if (typeof schema.$ref === 'string') found.add(nameOf(schema.$ref));
    for (const each of Object.values(schema)) namedIn(each, found);
  }
  return found;
}

/** The roots and all schemas that they name; a schema comes after those that it names. */
function wanted(schemas) {
  const order = new Set();
  const visit = (name) => {
    if (schemas[name] === undefined) throw new Error(`openapi.json has no schema ${name}`);
    for (const other of namedIn(schemas[name])) if (!order.has(other) && other !== name) visit(other);
    order.add(name);
  };
  for (const name of roots) visit(name);
  return [...order];
}

const typescript = {
  text: (value) =>
    JSON.stringify(value)
      .replaceAll("'", "\\'")
      .replace(/^"(.*)"$/, "'$1'"),
  literals: (values) => values.map((value) => (typeof value === 'string' ? typescript.text(value) : String(value))),
  union: (members) => [...new Set(members)].join(' | '),
  list: (item) => `readonly ${/[ |]/.test(item) ? `(${item})` : item}[]`,
  map: (value) => `Readonly<Record<string, ${value}>>`,
  plain: { string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' },
  any: 'unknown',
  record: (fields) =>
    `{ ${fields.map(({ name, isRequired, type }) => `readonly ${name}${isRequired ? '' : '?'}: ${type}`).join('; ')} }`,
};

const python = {
  literals: (values) => {
    const texts = values.filter((value) => value !== null).map((value) => JSON.stringify(value));
    const literal = texts.length > 0 ? [`Literal[${texts.join(', ').replace(/\b(true|false)\b/g, asPythonFlag)}]`] : [];
    return [...literal, ...(values.includes(null) ? ['None'] : [])];
  },
  union: (members) => {
    const each = [...new Set(members)];
    return each.length === 1 ? each[0] : `Union[${each.join(', ')}]`;
  },
  list: (item) => `List[${item}]`,
  map: (value) => `Dict[str, ${value}]`,
  plain: { string: 'str', number: 'float', integer: 'int', boolean: 'bool', null: 'None' },
  any: 'Any',
  record: () => 'Dict[str, Any]',
};

const asPythonFlag = (flag) => (flag === 'true' ? 'True' : 'False');

const isRecord = (schema) => schema.type === 'object' && schema.properties !== undefined;
const fieldsOf = (schema) =>
  Object.entries(schema.properties).map(([name, field]) => {
    if (!/^[A-Za-z_]\w*$/.test(name)) throw new Error(`a field ${name} has no name in the languages of the clients`);
    return { name, field, isRequired: schema.required?.includes(name) === true };
  });

/** A schema without a name, as a type of the language. */
function typeOf(schema, language) {
  if (typeof schema.$ref === 'string') return nameOf(schema.$ref);
  const options = schema.oneOf ?? schema.anyOf;
  if (options !== undefined) return language.union(options.map((each) => typeOf(each, language)));
  if (schema.const !== undefined) return language.union(language.literals([schema.const]));
  if (schema.enum !== undefined) return language.union(language.literals(schema.enum));
  if (Array.isArray(schema.type))
    return language.union(schema.type.map((type) => typeOf({ ...schema, type }, language)));
  if (schema.type === 'array') return language.list(typeOf(schema.items ?? {}, language));
  if (isRecord(schema)) {
    return language.record(fieldsOf(schema).map((each) => ({ ...each, type: typeOf(each.field, language) })));
  }
  if (schema.type === 'object') {
    const { additionalProperties: others } = schema;
    return language.map(others !== null && typeof others === 'object' ? typeOf(others, language) : language.any);
  }
  return language.plain[schema.type] ?? language.any;
}

/** The text of packages/client-js/src/wire.ts. */
export function typescriptTypes({ components: { schemas } }) {
  const comment = (text, indent = '') => (text === undefined ? [] : [`${indent}/** ${text} */`]);
  const blocks = wanted(schemas).map((name) => {
    const schema = schemas[name];
    if (!isRecord(schema)) {
      return [...comment(schema.description), `export type ${name} = ${typeOf(schema, typescript)};`];
    }
    const fields = fieldsOf(schema).flatMap(({ name, field, isRequired }) => [
      ...comment(field.description, '  '),
      `  readonly ${name}${isRequired ? '' : '?'}: ${typeOf(field, typescript)};`,
    ]);
    return [...comment(schema.description), `export interface ${name} {`, ...fields, '}'];
  });
  const head = '// Made from docs/api/openapi.json by `npm run docs`: change the schemas of the gateway instead.';
  return `${[head, ...blocks.map((lines) => lines.join('\n'))].join('\n\n')}\n`;
}

/** The text of packages/client-python/src/tonegate_client/wire.py. */
export function pythonTypes({ components: { schemas } }) {
  const names = wanted(schemas);
  const comment = (text, indent = '') => (text === undefined ? [] : [`${indent}# ${text}`]);
  const blocks = names.map((name) => {
    const schema = schemas[name];
    if (!isRecord(schema)) return [...comment(schema.description), `${name} = ${typeOf(schema, python)}`];
    const fields = fieldsOf(schema).flatMap(({ name, field, isRequired }) => {
      const type = typeOf(field, python);
      return [...comment(field.description, '    '), `    ${name}: ${isRequired ? type : `NotRequired[${type}]`}`];
    });
    const body = fields.length > 0 ? fields : ['    pass'];
    return [`class ${name}(TypedDict):`, `    """${schema.description ?? name}"""`, '', ...body];
  });
  const head = [
    '# Made from docs/api/openapi.json by `npm run docs`: change the schemas of the gateway instead.',
    'from __future__ import annotations',
    '',
    'from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict, Union',
    '',
    'if TYPE_CHECKING:',
    '    from typing_extensions import NotRequired',
    '',
    `__all__ = [\n${names.map((name) => `    "${name}",\n`).join('')}]`,
  ];
  return `${[head.join('\n'), ...blocks.map((lines) => lines.join('\n'))].join('\n\n\n')}\n`;
}
