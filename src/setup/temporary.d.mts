export declare function keepInMemory(): void
