import { expect, it } from "vitest";
import { mailboxOf } from "./mailbox";

it.each([
  ["Child+Mum@Example.com", "child@example.com"],
  ["c.h.i.l.d+x@GoogleMail.com", "child@gmail.com"],
  ["c.h.i.l.d@example.com", "c.h.i.l.d@example.com"],
  ["child@gmail.com.example", "child@gmail.com.example"],
  ["+x@example.com", "@example.com"],
])("reads %s as the mailbox %s", (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
