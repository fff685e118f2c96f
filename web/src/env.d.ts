interface ImportMetaEnv {
  readonly VITE_TWITTER_URL?: string;
  readonly VITE_DISCORD_URL?: string;
}
