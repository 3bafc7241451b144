// Names of comparisons.
const longest = 100

/** 「结果 1 login_day」 and 「结果 2 login_day」 → 「结果 1 → 结果 2 login_day」: the common part appears once. */
export function comparedNames(older: string, newer: string): string {
  const [olderWords, newerWords] = [older.split(' '), newer.split(' ')]
  let same = 0
  const most = Math.min(olderWords.length, newerWords.length) - 1
  while (same < most && olderWords.at(-1 - same) === newerWords.at(-1 - same)) same++
  const alone = olderWords.slice(0, olderWords.length - same).join(' ')
  return `${alone} → ${newer}`.slice(0, longest)
}
