const KEY = "token";

export function readToken(): string | null {
  return localStorage.getItem(KEY);
}

export function keepToken(token: string): void {
  localStorage.setItem(KEY, token);
}

export function forgetToken(): void {
  localStorage.removeItem(KEY);
}
