import { type SerializerCompiler, SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { compileValidator } from './validator.ts';

/** A function that is made by its first call. */
function lazily<In extends unknown[], Out>(make: () => (...input: In) => Out): (...input: In) => Out {
  let made: ((...input: In) => Out) | undefined;
  return (...input) => {
    made ??= make();
    return made(...input);
  };
}

// Compiling the schemas of all calls takes two thirds of the start of a server, and a test meets few of them.

/** Fastify's compiler of response schemas, which compiles each schema for its first response. */
export function buildSerializer(...options: Parameters<ReturnType<typeof SerializerSelector>>): SerializerCompiler {
  const compile = SerializerSelector()(...options);
  return (route) => lazily(() => compile(route));
}

/** The compiler of request schemas, which compiles each schema for its first request. */
export const validatorCompiler = (part: Parameters<typeof compileValidator>[0]) => lazily(() => compileValidator(part));
