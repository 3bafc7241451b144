// The module that the build makes of `makeGuideIndex` (see build.mjs).
declare module 'guide:index' {
  export const guideIndex: readonly import('./guideIndex.ts').IndexEntry[]
}
