import { shortProductName } from "./short-product-name";

interface DriveNameProps {
  readonly productName: string | null | undefined;
  readonly model: string;
}

/** "Optane P4800X" first and the model number second, where the catalog knows it. */
export function DriveName({ productName, model }: DriveNameProps) {
  if (!productName) return model;
  return (
    <>
      {shortProductName(productName)} <span className="text-muted">{model}</span>
    </>
  );
}
