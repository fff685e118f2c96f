import ts from "typescript-6";

const contractFile = new URL("contract.ts", import.meta.url).pathname;

export type StripeTypes = {
  checker: ts.TypeChecker;
  propertyType: (property: ts.Symbol) => ts.Type;
  /** Returns the members of an exported type of the contract, in order of declaration. */
  listEntries: (exported: string) => [name: string, type: ts.Type][];
};

/** Compiles the contract against the installed `stripe` package. Throws if it does not compile. */
export function openStripeTypes(): StripeTypes {
  const program = ts.createProgram([contractFile], {
    strict: true,
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ESNext,
    lib: ["lib.esnext.d.ts"],
    types: [],
    skipLibCheck: true,
    noEmit: true,
  });
  const file = program.getSourceFile(contractFile);
  if (!file) throw new Error(`${contractFile} is missing`);
  const problems = ts.getPreEmitDiagnostics(program, file);
  if (problems.length > 0) {
    throw new Error(
      problems.map((each) => ts.flattenDiagnosticMessageText(each.messageText, "\n")).join("\n"),
    );
  }
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(file);
  const exports = module ? checker.getExportsOfModule(module) : [];
  const propertyType = (property: ts.Symbol) => checker.getTypeOfSymbolAtLocation(property, file);
  return {
    checker,
    propertyType,
    listEntries: (exported) => {
      const symbol = exports.find((each) => each.name === exported);
      if (!symbol) throw new Error(`The contract exports no ${exported}`);
      const properties = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
      return properties.map((property) => [property.name, propertyType(property)]);
    },
  };
}
