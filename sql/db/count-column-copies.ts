/** A node of the tree that is open while its fields are read. */
type Node = {
  name: string;
  /** References to columns in it. */
  references: number;
  /** False for a query that is materialized, and for a table without expressions. */
  isCopied: boolean;
  /** The most references in one of its expressions that replace a reference to it. */
  widest: number;
  /** Of a query: how often one reference can be copied by what it reads from. */
  copies: number;
};

const token =
  /(?<!\\)\{([A-Z_]+)(?: :varno \d+ :varattno (-?\d+))?|(?<!\\)\}|:values_lists |:groupexprs |:ctematerialized 1 /g;

/**
 * Returns how many references to columns Postgres may hold while it plans a query, from the query's stored
 * tree. It replaces a reference to a column of a subquery by that column's expression, so nested queries
 * that use a column twice double the tree each time; neither a timeout nor `work_mem` stops that.
 * The result is an upper bound. Only `as materialized` keeps a subquery apart.
 */
export function countColumnCopies(tree: string): number {
  const open: Node[] = [];
  let most = 0;
  let seen = 0;
  for (const [text, name, column] of tree.matchAll(token)) {
    const node = open.at(-1);
    if (text === "}") {
      open.pop();
      if (node) most = Math.max(most, close(node, open));
    } else if (name === undefined) {
      if (node?.name === "RANGETBLENTRY") node.isCopied = true;
      if (node?.name === "COMMONTABLEEXPR") node.isCopied = false;
    } else {
      open.push(newNode(name));
      if (name !== "VAR") continue;
      // A reference to a whole row becomes one to each of its columns.
      const references = column === "0" ? Math.max(1, seen) : 1;
      seen += references;
      for (const outer of open) outer.references += references;
    }
  }
  return most;
}

function newNode(name: string): Node {
  return { name, references: 0, isCopied: name === "COMMONTABLEEXPR", widest: 1, copies: 1 };
}

/** Adds a node that ends to those around it. Returns the references of a query with all copies, else 0. */
function close(node: Node, open: readonly Node[]): number {
  const parent = open.at(-1);
  const query = open.findLast(({ name }) => name === "QUERY");
  switch (node.name) {
    case "QUERY": {
      const isApart = parent?.name === "COMMONTABLEEXPR" && !parent.isCopied;
      if (query && !isApart) query.copies *= node.widest * node.copies;
      return node.references * node.copies;
    }
    case "TARGETENTRY":
      if (query) query.widest = Math.max(query.widest, node.references);
      return 0;
    case "RANGETBLENTRY":
      // The rows of `values`, or what a query groups by.
      if (query && node.isCopied) query.copies *= node.widest;
      return 0;
    default:
      if (parent?.name === "RANGETBLENTRY" && parent.isCopied) {
        parent.widest = Math.max(parent.widest, node.references);
      }
      return 0;
  }
}
