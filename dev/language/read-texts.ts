import { joinKey } from "@fairclick/core/language/t";
import ts from "typescript-6";

/** A text that a program says; `plural`: it is counted, and the key is its English plural. */
export type Text = { key: string; plural: boolean };

const tags = new Set(["t", "rich", "stored"]);

/** Returns every text of a program that stands in the catalogue. */
export function readTexts(path: string, source: string): Text[] {
  const found: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && tags.has(node.tag.getText(file))) {
      found.push({ key: joinKey(literalPieces(node.template)), plural: false });
    }
    if (ts.isCallExpression(node) && node.expression.getText(file) === "plural") {
      found.push({ key: pluralKey(node, path), plural: true });
    }
    ts.forEachChild(node, visit);
  };
  const file = parse(path, source);
  visit(file);
  return found;
}

export function parse(path: string, source: string): ts.SourceFile {
  const kind = path.endsWith(".tsx") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
}

function literalPieces(template: ts.TemplateLiteral): string[] {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text];
  return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
}

function pluralKey(call: ts.CallExpression, path: string): string {
  const [, one, other] = call.arguments;
  if (!(one && other && ts.isStringLiteralLike(one) && ts.isStringLiteralLike(other))) {
    throw new Error(`${path}: plural() takes two literal texts`);
  }
  return other.text;
}
