import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import type { Path } from './authored-file.ts';

export interface ShapeFault {
  path: Path;
  what: string;
}

const typesInWords: Record<string, string> = {
  string: 'is text',
  integer: 'is a whole number',
  number: 'is a number',
  boolean: 'is true or false',
  array: 'is a list',
  object: 'has fields',
};

const patternsInWords: Record<string, string> = {
  '^[a-z0-9][a-z0-9-]{2,60}$': 'is a code of 3 to 61 characters: a to z, 0 to 9 and -, the first one no -',
  '^[a-z0-9/-]+\\.(svg|png|jpg|jpeg|webp)$': 'is a name of a to z, 0 to 9, - and / that ends in .svg, .png, .jpg, .jpeg or .webp',
};

type Failure = { keyword: string; instancePath: string; schemaPath: string; message: string; params: Record<string, unknown> };

const isScalar = (value: unknown) => typeof value === 'number' || typeof value === 'boolean';

function inWords({ keyword, message, params }: Failure, value: unknown): string {
  const { limit } = params;
  const count = Array.isArray(value) ? value.length : 0;
  switch (keyword) {
    case 'type':
      if (params['type'] === 'string' && isScalar(value)) return `is text: put quotes around ${String(value)}`;
      return typesInWords[String(params['type'])] ?? message;
    case 'anyOf':
      return 'is text or a number';
    case 'enum':
      return `is one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
    case 'pattern':
      return patternsInWords[String(params['pattern'])] ?? message;
    case 'format':
      return 'is a moment with its zone, like 2027-05-03T10:00:00+05:30';
    case 'minLength':
      return `has ${String(limit)} characters or more`;
    case 'maxLength':
      return `has ${String(limit)} characters at most`;
    case 'minItems':
      return `has ${String(limit)} entries or more, here ${count}`;
    case 'maxItems':
      return `has ${String(limit)} entries at most, here ${count}`;
    case 'minimum':
      return `is ${String(limit)} or more`;
    case 'maximum':
      return `is ${String(limit)} or less`;
    case 'uniqueItems':
      return 'has no entry twice';
    default:
      return message;
  }
}

const partsOf = (pointer: string): (string | number)[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, part) => (typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[part] : undefined),
    value,
  );
}

function faultsOf(failure: Failure, value: unknown): ShapeFault[] {
  const path = partsOf(failure.instancePath);
  const names = (key: string) => failure.params[key] as string[];
  switch (failure.keyword) {
    // The library reports this fault again as additionalProperties, with the field's name.
    case 'boolean':
      return [];
    case 'additionalProperties':
      return names('additionalProperties').map((name) => ({ path: [...path, name], what: `There is no field ${name} here` }));
    case 'required':
      return names('requiredProperties').map((name) => ({ path, what: `The field ${name} is missing` }));
    default: {
      if (failure.schemaPath.includes('/anyOf/')) return [];
      const last = path.at(-1);
      const name = typeof last === 'number' ? 'it' : (last ?? 'The file');
      return [{ path, what: `${name} ${inWords(failure, valueAt(value, path))}` }];
    }
  }
}

/** The library's default number of collected failures. */
const { maxErrors: usualMost } = Settings.Get();
const mostFailures = 100_000;

/** Returns a function that lists every fault of a value's structure, in authors' words. */
export function shapeOf<Schema extends TSchema>(schema: Schema) {
  const compiled = Compile(schema);
  return (value: unknown): ShapeFault[] => {
    if (compiled.Check(value)) return [];
    // The setting is global for the process, where checks of calls must stop early.
    Settings.Set({ maxErrors: mostFailures });
    try {
      return compiled.Errors(value).flatMap((failure) => faultsOf(failure as Failure, value));
    } finally {
      Settings.Set({ maxErrors: usualMost });
    }
  };
}
