// An icon of Blueprint's without its drawing for 20 px: that for 16 px is scaled where it is larger.

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
