import { vi } from "vitest";

/** Collects what the page saves as files, in place of the browser. */
export function stubDownloads(): { files: Blob[]; names: string[] } {
  const [files, names]: [Blob[], string[]] = [[], []];
  const createObjectURL = (file: Blob) => `blob:${files.push(file)}`;
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(`${this.download} from ${this.href}`);
  });
  return { files, names };
}
