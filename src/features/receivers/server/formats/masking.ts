// What may be shown of a key: its last characters, where it is so long that they do not give it away.

export const tail = (key: string | null): string =>
  key !== null && key.length >= 16 ? `••••${key.slice(-4)}` : '••••'
