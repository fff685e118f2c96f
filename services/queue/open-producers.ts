import type { ProducerQueue, QueueStore } from "./queue-store";

export type Producers = {
  get: (name: string) => Promise<ProducerQueue>;
  close: () => Promise<void>;
};

/**
 * One producer a queue, opened when it is first needed. BullMQ remembers for good that it could not
 * connect: a producer that failed to open is thrown away and the next caller opens another.
 */
export function openProducers(store: QueueStore): Producers {
  const opened = new Map<string, Promise<ProducerQueue>>();
  return {
    get: (name) => {
      const known = opened.get(name);
      if (known) return known;
      const opening = openProducer(store, name);
      opened.set(name, opening);
      opening.catch(() => opened.delete(name));
      return opening;
    },
    close: async () => {
      const settled = await Promise.allSettled(opened.values());
      const open = settled.filter((producer) => producer.status === "fulfilled");
      await Promise.allSettled(open.map((producer) => producer.value.close()));
    },
  };
}

async function openProducer(store: QueueStore, name: string): Promise<ProducerQueue> {
  await store.assertReachable();
  const queue = store.openProducer(name);
  try {
    await queue.waitUntilReady();
    return queue;
  } catch (error) {
    await queue.close().catch(() => {});
    throw error;
  }
}
