interface ImportMetaEnv {
  /** Ms after which a call fails; 40,000 by default, 20,000 when built for staging. */
  readonly VITE_CALL_TIMEOUT?: string;
  readonly VITE_APP_VERSION?: string;
}
