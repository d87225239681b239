import type { ESTree, Plugin } from 'vite';

/** The properties of a declared call that only the server and the API description read. */
const ofServer = new Set(['query', 'body', 'response', 'summary', 'description', 'id', 'refusals', 'bodyLimit']);

const isOfContract = (id: string) => id.includes('/packages/contract/src/');

type Node = ESTree.Node;
type Call = Extract<Node, { type: 'CallExpression' }>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const isEndpoint = ({ callee }: Call) => callee.type === 'Identifier' && callee.name === 'endpoint';
const isSchema = ({ callee }: Call) =>
  callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'Type';

/** The calls that run when the module is loaded, without those inside a schema or a declared call. */
function callsIn(node: Node): Call[] {
  if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') return [];
  if (node.type === 'CallExpression' && (isEndpoint(node) || isSchema(node))) return [node];
  const inner = Object.values(node).flatMap((value: unknown) => (Array.isArray(value) ? value : [value]).filter(isNode));
  return [...(node.type === 'CallExpression' ? [node] : []), ...inner.flatMap(callsIn)];
}

/** The module without the imports of which no name is used any more: a file of the site would hold what they lead to. */
function withoutUnusedImports(text: string, body: readonly Node[]): string {
  const imports = body.filter((statement) => statement.type === 'ImportDeclaration' && statement.specifiers.length > 0);
  const rest = imports.reduce((left, { start, end }) => left.replace(text.slice(start, end), ''), text);
  const isUnused = (statement: Node) =>
    statement.type === 'ImportDeclaration' && statement.specifiers.every(({ local: { name } }) => !new RegExp(`\\b${name}\\b`).test(rest));
  return imports.filter(isUnused).reduce((left, { start, end }) => left.replace(text.slice(start, end), ''), text);
}

/**
 * Leaves the contract's schemas and descriptions out of the site, which needs method and path of a call only: without them the home page's
 * first load is a tenth smaller. Calls at the top of the contract's modules have no effect, so that the bundler drops unused ones.
 */
export const leaveSchemas: Plugin = {
  name: 'leave-schemas',
  apply: 'build',
  resolveId: { order: 'pre', handler: (id) => (id === 'typebox' ? '\0no-schemas' : null) },
  load: (id) =>
    id === '\0no-schemas'
      ? {
          code: 'export const Type = new Proxy(() => Type, { get: () => Type, ownKeys: () => [], getOwnPropertyDescriptor: () => undefined });',
          moduleSideEffects: false,
        }
      : null,
  transform: {
    order: 'post',
    handler(code, id) {
      if (!isOfContract(id)) return null;
      const declarations = this.parse(code).body.map((statement) =>
        statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement,
      );
      const calls = declarations.flatMap((declaration) => (declaration?.type === 'VariableDeclaration' ? callsIn(declaration) : []));
      let text = code;
      // From the end, so that places before a change stay the same.
      for (const call of calls.toSorted((a, b) => b.start - a.start)) {
        if (isSchema(call)) {
          text = `${text.slice(0, call.start)}Type${text.slice(call.end)}`;
          continue;
        }
        const [, shape] = call.arguments;
        if (isEndpoint(call) && shape?.type === 'ObjectExpression') {
          const kept = shape.properties.filter(
            (property) => property.type !== 'Property' || property.key.type !== 'Identifier' || !ofServer.has(property.key.name),
          );
          text = `${text.slice(0, shape.start)}{${kept.map(({ start, end }) => code.slice(start, end)).join(', ')}}${text.slice(shape.end)}`;
        }
        text = `${text.slice(0, call.start)}/* @__PURE__ */ ${text.slice(call.start)}`;
      }
      return { code: withoutUnusedImports(text, this.parse(text).body), moduleSideEffects: false };
    },
  },
};
