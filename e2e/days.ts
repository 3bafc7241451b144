// Days that journeys type, in a year that has them at any time of the year.

/** Year of the last October whose first week is over: the demo holds the two years before today. */
export const octoberYear = ((now: Date) => now.getFullYear() - (now.getMonth() > 9 ? 0 : 1))(new Date())
