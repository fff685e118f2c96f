import ts from "typescript-6";
import { parse } from "./read-texts";

/** Texts that are the same in every language. */
const names = new Set([
  "Fairclick",
  "SVG",
  "QR",
  "PNG",
  "JavaScript",
  "GitHub",
  "Discord",
  "Twitter",
  "Google",
  "Stripe",
  "Roblox (Luau)",
  "Mobile Safari 26",
  "tiktok.com",
]);

/** Markup, comments in code, headers and names in camel case. */
const code = /^(<\w|--|\/\/|Bearer )|^(\p{Lu}\p{Ll}+){2,}$/u;

/** Attributes with text that people do not read. */
const codeAttributes =
  /^(className|class|key|id|htmlFor|name|type|to|href|src|rel|target|role|d|viewBox|variant|tone|autoComplete|inputMode|pattern|style|media|as|size|align|side|lang|fill|stroke\w*|transform|points|enterKeyHint|data-(?!label).*|aria-(live|describedby|labelledby|controls|haspopup|current|keyshortcuts|hidden))$/;

/**
 * Returns the texts of a file of the web app that look as if people read them, and that no tag
 * translates: text between elements, attributes, and literals that look like prose.
 */
export function findUntranslated(path: string, source: string): string[] {
  if (!/^web\/src\/(?!.*\btesting\/)(?!.*\.test\.)/.test(path)) return [];
  const file = parse(path, source);
  const found: string[] = [];
  const report = (node: ts.Node, text: string) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.push(`${path}:${line + 1}: ${text.trim().slice(0, 80)}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node)) {
      if (ts.isTemplateExpression(node.template)) {
        for (const span of node.template.templateSpans) visit(span.expression);
      }
      return;
    }
    if (isCode(node, file)) return;
    if (ts.isJsxText(node) && isWord(node.text)) report(node, node.text);
    if (ts.isStringLiteralLike(node) && isProse(node.text)) report(node, node.text);
    if (ts.isTemplateExpression(node) && isProse(templateText(node))) {
      report(node, templateText(node));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Parts of a program that hold no texts for people. */
function isCode(node: ts.Node, file: ts.SourceFile): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isExportDeclaration(node)) {
    return true;
  }
  if (ts.isJsxElement(node) && node.openingElement.tagName.getText(file) === "code") return true;
  if (ts.isJsxAttribute(node)) return codeAttributes.test(node.name.getText(file));
  if (ts.isCallExpression(node)) {
    return /^(plural|lazyRouteComponent|.*\.querySelector)$/.test(node.expression.getText(file));
  }
  if (ts.isStringLiteralLike(node) && isCompared(node.parent)) return true;
  return (
    ts.isNewExpression(node) && /^(Error|RangeError|TypeError)$/.test(node.expression.getText(file))
  );
}

/** Texts are for showing; what is compared is a code. */
function isCompared(node: ts.Node): boolean {
  return ts.isBinaryExpression(node) && /^[=!]==$/.test(node.operatorToken.getText());
}

function isWord(text: string): boolean {
  return /\p{L}{2,}/u.test(text) && !names.has(text.trim());
}

/** A capitalised word, or several words that are neither CSS classes, a path, nor lines of code. */
function isProse(text: string): boolean {
  const plain = text.trim();
  if (/\n.*[(=]/.test(plain)) return false;
  if (
    !isWord(plain) ||
    (/^[a-z0-9]+([-_/:.[\]()%#,&>*+=!@'"]|\d|$)/.test(plain.split(" ")[0] ?? "") &&
      !/[.?!…]$/.test(plain))
  ) {
    return false;
  }
  if (/^[A-Z]{2,} |^[A-Z][A-Z_]+$/.test(plain) || code.test(plain)) return false;
  return /^\p{Lu}\p{Ll}+/u.test(plain) || /\p{L}+ \p{L}+/u.test(plain);
}

function templateText(node: ts.TemplateExpression): string {
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("{}");
}
