import { spanishOnPages } from "@fairclick/core/language/spanish-on-pages";
import { provideCatalogue, provideLanguage } from "@fairclick/core/language/t";
import { render, screen } from "@testing-library/preact";
import { afterEach, expect, it } from "vitest";
import { VerdictReceipt } from "./campaign-page";

afterEach(() => {
  provideLanguage(() => "en");
});

it("names the reasons of invalid clicks in the language of the page", () => {
  provideCatalogue("es", spanishOnPages);
  provideLanguage(() => "es");
  render(
    <VerdictReceipt
      stats={{
        clicks: { total: 3, valid: 1, invalid: 2, held: 0, unpaid: 0, pending: 0 },
        reasons: [{ verdict: "invalid", category: "Bot traffic", clicks: 2 }],
        ...{ reserved: 10, spend: 0.001, paid: 0.001, fees: 0 },
        ...{ budgetRemaining: 9.999, ctr: null, costPerClick: 0.001 },
        ...{
          pending: 0,
          held: 0,
          stopped: null,
          pendingGameUrl: null,
          judgedUpTo: null,
        },
      }}
    />,
  );
  expect(screen.queryByText("Bot traffic")).toBeNull();
  expect(screen.getByText("Tráfico de bots").parentElement?.textContent).toBe("Tráfico de bots2");
});
