export type StoredMail = {
  /** Counts from 1 since the start. */
  number: number;
  messageId: string;
  receivedAt: Date;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};

export type Mailbox = {
  /** Keeps the mail, unless one with its message id is there: a mail server may be sent one twice. */
  add: (mail: Omit<StoredMail, "number">) => void;
  /** Newest first; only those to `address` if it is not empty. */
  list: (address: string) => StoredMail[];
  find: (number: number) => StoredMail | null;
};

/** Oldest mails beyond `capacity` are forgotten. */
export function createMailbox(capacity: number): Mailbox {
  const mails: StoredMail[] = [];
  let count = 0;
  return {
    add: (mail) => {
      if (mails.some(({ messageId }) => messageId === mail.messageId)) return;
      count += 1;
      mails.push({ ...mail, number: count });
      if (mails.length > capacity) mails.shift();
    },
    list: (address) =>
      mails
        .filter(({ to }) => address === "" || to.includes(address.trim().toLowerCase()))
        .toReversed(),
    find: (number) => mails.find((mail) => mail.number === number) ?? null,
  };
}
