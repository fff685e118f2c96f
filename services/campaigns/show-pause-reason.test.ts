import { describeReport } from "@fairclick/core/campaigns/reports";
import { describeReview } from "@fairclick/core/campaigns/reviews";
import { expect, it } from "vitest";
import { inLanguage } from "../language/in-language";
import { showPauseReason } from "./stop-campaign";

it("translates stored reasons of reviews", () => {
  const stored = describeReview(["first_campaign", "unusual_price"]);
  const shown = inLanguage("es", () => showPauseReason(stored));
  expect(shown).toBe(inLanguage("es", () => describeReview(["first_campaign", "unusual_price"])));
  expect(shown).not.toBe(stored);
  expect(showPauseReason(stored)).toBe(stored);
});

it("translates the beginning of a report, and keeps the operator's own words", () => {
  const stored = describeReport("It steals passwords.");
  expect(inLanguage("es", () => showPauseReason(stored))).toBe(
    "Los visitantes denunciaron la dirección de su juego, y confirmamos la denuncia: It steals passwords.",
  );
  expect(inLanguage("es", () => showPauseReason("Spam."))).toBe("Spam.");
});
