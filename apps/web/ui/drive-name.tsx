interface DriveNameProps {
  readonly productName: string | null | undefined;
  readonly model: string;
}

/** The catalog's name first, "Intel Optane SSD DC P4800X", and the model number second. */
export function DriveName({ productName, model }: DriveNameProps) {
  if (!productName) return model;
  return (
    <>
      {productName} <span className="text-muted">{model}</span>
    </>
  );
}
