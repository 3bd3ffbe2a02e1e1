export declare const usage: string;
export declare function asksForHelp(args: readonly string[]): boolean;
export declare function asksForDemo(args: readonly string[]): boolean;
