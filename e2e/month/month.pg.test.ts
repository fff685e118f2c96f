import { formatExactDollars } from "@fairclick/core/amounts";
import { recordOrPark } from "@fairclick/services/clicks/record-clicks";
import { expect, it } from "vitest";
import { expectProvenBooks } from "../payments/money";
import { pay } from "../payments/payer";
import { createStripeApp } from "../payments/stripe-app";
import { findDifferences, type Row, readMonth, readWhole, totalRows } from "./compare-month";
import {
  call,
  deliver,
  judge,
  launch,
  liveMonth,
  MONTH_MS,
  newClick,
  openWorld,
  userAgents,
  withdrawAll,
} from "./live-month";

const clicks = Number(process.env.MONTH_CLICKS ?? 600);
const isLarge = clicks > 10_000;
const app = await createStripeApp({ appUrl: "http://127.0.0.1" }, { clockOffsetMs: -MONTH_MS });

it("names one click, one refund and one withdrawal with the same amounts everywhere", async () => {
  Object.assign(app.deps.config, { feeBasisPoints: 1_000 });
  app.clock.at = new Date(Date.now() - MONTH_MS);
  const world = await openWorld(app, { developers: 1, creators: 1 });
  const { developers, creators, mails } = world.month;
  const [developer, creator] = [developers[0], creators[0]];
  if (!developer || !creator) throw new Error("Nobody is there");
  await pay(app, developer, 5_000);
  const campaignId = await launch(world, developer, {
    ...{ name: "Tower", payoutPerClick: 0.1234, budget: 20 },
  });
  await call(world, creator, ["POST", `/api/campaigns/join/${campaignId}`]);
  const at = app.clock.at.getTime() - 600_000;
  const visitor = { ip: "81.2.3.4", device: crypto.randomUUID(), userAgent: userAgents[0] ?? "" };
  await recordOrPark(app.ctx, [newClick({ campaignId, creatorId: creator.id, at, ...visitor })]);
  await judge(world);
  const refund = { amount: 500, requestId: crypto.randomUUID() };
  await call(world, developer, ["POST", "/api/stripe/refunds", refund]);
  await withdrawAll(world, [creator]);
  await deliver(world);
  const rows = await readMonth(app, world.month);
  expect(findDifferences(rows)).toEqual([]);
  const sum = (figure: string) => totalRows(rows).find((row) => row.figure === figure)?.places;
  const values = (figure: string) => [...new Set(Object.values(sum(figure) ?? {}))];
  expect(values("campaigns cost")).toEqual([135_740n]);
  expect(values("of it to creators")).toEqual([123_400n]);
  expect(values("of it fees")).toEqual([12_340n]);
  expect(values("creators earned")).toEqual([123_400n]);
  expect(values("paid in")).toEqual([50_000_000n]);
  expect(values("paid back")).toEqual([-5_000_000n]);
  expect(values("withdrawn")).toEqual([-120_000n]);
  expect(mails.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([
      "$50.00 arrived in your wallet",
      "Your refund of $5.00 was sent",
      "Your withdrawal of $0.12 was sent",
    ]),
  );
});

it("ends with equal sums in pages, files, statements, mails, webhooks and the ledger", {
  timeout: isLarge ? 3_600_000 : 180_000,
}, async () => {
  const size = isLarge ? { developers: 10, creators: 100 } : { developers: 10, creators: 8 };
  const month = await liveMonth(app, { ...size, clicks });
  const rows = [...(await readMonth(app, month)), await readWhole(app)];
  if (isLarge) {
    for (const { figure, about, places } of totalRows(rows)) {
      const sums = Object.entries(places).map(
        ([place, micros]) => `  ${place.padEnd(22)}${formatExactDollars(micros)}`,
      );
      console.log([`${figure} (${about})`, ...sums].join("\n"));
    }
  }
  expect(findDifferences(rows)).toEqual([]);
  const isEmpty = ({ places }: Row) => Object.values(places).every((micros) => micros === 0n);
  expect(totalRows(rows).filter(isEmpty)).toEqual([]);
  await expectProvenBooks(app);
});
