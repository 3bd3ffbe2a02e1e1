export declare const usage: string;
export declare function asksForHelp(args: readonly string[]): boolean;
