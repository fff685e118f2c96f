import { expect, it } from "vitest";
import { embedSnippet } from "./link-page";

it("is a banner with the link's URL, for any game name", () => {
  const redirectLink = "https://fair.example/api/clicks/redirect/c1?userId=u1";
  expect(embedSnippet({ _id: "c1", name: 'Tom & "Jerry"', redirectLink })).toBe(
    '<a href="https://fair.example/api/clicks/redirect/c1?userId=u1"><img src="https://fair.example/api/impressions/c1.svg?userId=u1" alt="Tom &amp; &quot;Jerry&quot;"></a>',
  );
});
