// The house rules that oxlint has no rule for.
import { basename } from 'node:path';

type Node = { readonly type: string; readonly name?: string };
type Call = Node & { readonly callee: Node; readonly arguments: readonly Node[] };
type Member = Node & { readonly object: Node; readonly property: Node };
type Context = { readonly filename: string; readonly report: (finding: { node: Node; message: string }) => void };

const hidden = new Set(['Date.now', 'Math.random']);
const isDate = ({ callee }: Call): boolean => callee.type === 'Identifier' && callee.name === 'Date';

const noHiddenInput = (context: Context) => {
  const time = (node: Node): void =>
    context.report({ node, message: 'The time is an argument, or comes from the Clock port.' });
  return {
    NewExpression: (node: Call) => isDate(node) && node.arguments.length === 0 && time(node),
    CallExpression: (node: Call) => isDate(node) && time(node),
    MemberExpression: (node: Member) =>
      hidden.has(`${node.object.name}.${node.property.name}`) &&
      context.report({ node, message: 'Time comes from the Clock port, chance from the Secrets port.' }),
  };
};

const noBarrel = (context: Context) => ({
  Program: (node: Node) =>
    /^index\.[cm]?[jt]sx?$/.test(basename(context.filename)) &&
    context.report({ node, message: 'No index files: name the file by its noun and import it by that name.' }),
});

const isFileAddress = ({ callee, arguments: [, base] }: Call): boolean =>
  callee?.name === 'URL' && base?.type === 'MemberExpression' && (base as Member).object.type === 'MetaProperty';

const noPathname = (context: Context) => ({
  MemberExpression: ({ object, property }: Member) =>
    object.type === 'NewExpression' &&
    property.name === 'pathname' &&
    isFileAddress(object as Call) &&
    context.report({ node: property, message: 'A folder with a space is another one there: write fileURLToPath.' }),
});

export default {
  meta: { name: 'house' },
  rules: {
    'no-hidden-input': { create: noHiddenInput },
    'no-barrel': { create: noBarrel },
    'no-pathname': { create: noPathname },
  },
};
