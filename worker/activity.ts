/** When this worker last completed a job. */
export type Activity = {
  jobCompleted: () => void;
  /** Null before the first job. */
  lastJobAt: () => Date | null;
  /** The last job, or the start of the worker before the first one. */
  lastActiveAt: () => Date;
};

export function createActivity(): Activity {
  const startedAt = new Date();
  let lastJobAt: Date | null = null;
  return {
    jobCompleted: () => {
      lastJobAt = new Date();
    },
    lastJobAt: () => lastJobAt,
    lastActiveAt: () => lastJobAt ?? startedAt,
  };
}
