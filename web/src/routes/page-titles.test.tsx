import { documentTitle, publicPages, renderedPaths } from "@fairclick/core/operations/pages";
import { waitFor } from "@testing-library/preact";
import { expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { item, list, stubApi } from "../testing/stub-api";

it.each(publicPages.filter(({ path }) => !renderedPaths.includes(path)))(
  "shows at $path the title that the server writes",
  async (page) => {
    stubApi({ "GET /api/campaigns": list([]), "GET /api/contact": item({ token: "token" }) });
    openApp(page.path);
    await waitFor(() => expect(document.title).toBe(documentTitle(page)));
  },
);
