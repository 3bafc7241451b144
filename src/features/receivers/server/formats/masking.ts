// Masks a key: shows its last characters when it is long enough that they don't give it away.

export const tail = (key: string | null): string =>
  key !== null && key.length >= 16 ? `••••${key.slice(-4)}` : '••••'

/** All after the host may be a key. */
export const maskedAddress = ({ origin, pathname, search }: URL): string =>
  pathname === '/' && search === '' ? `${origin}/` : `${origin}/${tail(`${pathname}${search}`)}`
