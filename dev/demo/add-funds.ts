import type { Client } from "@fairclick/api/client";
import { readBody } from "./read-body";

/**
 * Adds funds by paying on the stand-in's checkout page, as a person would. Throws unless the
 * deposit completes.
 */
export async function addFunds({ api }: Client, cents: number): Promise<void> {
  const { stripe } = api;
  const { id, url } = await readBody(
    await stripe["create-checkout-session"].$post({ json: { amount: cents } }),
  );
  const paid = await fetch(url, {
    method: "POST",
    body: new URLSearchParams({ card: "success", email: "developer@example.com" }),
    redirect: "manual",
  });
  if (paid.status !== 303) throw new Error(`The checkout page answered ${paid.status}.`);
  const deposit = await readBody(
    await stripe["checkout-session"][":id"].confirm.$post({ param: { id } }),
  );
  if (deposit.status !== "completed") throw new Error(`The deposit is ${deposit.status}.`);
}
