export { distribute } from "./distribute.ts";
export { DistributeError } from "./error.ts";
export { type DistributeSettings, distributeSettings } from "./settings.ts";
export { undistribute } from "./undo.ts";
