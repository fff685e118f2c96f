/** Hashes passwords at the lowest cost. A sign-up in a test would cost 40 ms of processor time. */
Bun.password.hash = async (password) =>
  Bun.password.hashSync(password, { algorithm: "argon2id", memoryCost: 8, timeCost: 1 });
