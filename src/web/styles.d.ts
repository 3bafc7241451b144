// Styles that code imports; the build makes them style elements.
declare module '*.css'
