// A Blueprint icon without its 20 px drawing: the 16 px drawing is scaled for larger sizes.

export function smallIcon(text, path) {
  const small = text
    .replace(/^const PATHS_20 = .*$/m, '')
    .replace(/const isLarge = .*;/, '')
    .replace('isLarge ? PATHS_20 : PATHS_16', 'PATHS_16')
    .replace('isLarge ? IconSize.LARGE : IconSize.STANDARD', 'IconSize.STANDARD')
  if (/PATHS_20|isLarge/.test(small))
    throw new Error(`${path} is written another way than src/setup/smallIcon.mjs knows: mend it there`)
  return small
}
