import type pg from "pg";

const drivesPerHost = 50;
/** Of a drive that was added here. */
const added = "serial ~ '^PHKS[0-9]{8}$'";

/** Adds drives up to so many, fifty a host, of four models; one in a thousand fails, one in a hundred was never sampled. */
export async function addDrives(client: pg.Client, from: number, to: number): Promise<void> {
  const values = [from, to];
  await client.query(
    `INSERT INTO host (installation_id, hostname, agent_key_hash, agent_version, last_seen_at)
     SELECT gen_random_uuid(), 'stor-' || n || '.example.net', n::text, '0.1.0', now()
     FROM generate_series($1::int / ${drivesPerHost}, $2::int / ${drivesPerHost} - 1) AS n`,
    values,
  );
  await client.query(
    `INSERT INTO drive (pci_vendor_id, model, serial, firmware, capacity_bytes, first_seen_at, last_seen_at)
     SELECT 32902, (ARRAY['INTEL SSDPED1K375GA', 'INTEL SSDPEDMD400G4', 'INTEL SSDPE2ME016T4', 'INTEL SSDPEDKE020T7'])[n % 4 + 1],
       'PHKS' || lpad(n::text, 8, '0'), 'FW' || n % 7, 375083606016, now(), now()
     FROM generate_series($1::int, $2::int - 1) AS n`,
    values,
  );
  // Without it, the join of the two goes through all hosts for each drive.
  await client.query("ANALYZE host, drive");
  await client.query(
    `INSERT INTO drive_sighting (drive_id, host_id, controller_name, transport, first_seen_at, last_seen_at)
     SELECT drive.id, host.id, 'nvme' || number % ${drivesPerHost}, 'pcie', now(), now()
     FROM (SELECT id, substr(serial, 5)::int AS number FROM drive WHERE ${added}) AS drive
     JOIN host ON host.hostname = 'stor-' || number / ${drivesPerHost} || '.example.net'
     WHERE number >= $1 AND number < $2`,
    values,
  );
  await client.query(
    `INSERT INTO drive_state (drive_id, verdict_rank, has_conditions, verdict_since, model, serial, product_name, firmware, capacity_bytes,
       warning_temperature_kelvin, critical_temperature_kelvin, host_id, hostname, controller_name, percentage_used, power_on_hours)
     SELECT drive.id, CASE WHEN n % 1000 = 0 THEN 2 WHEN n % 100 = 0 THEN 6 ELSE 7 END, n % 1000 = 0, now(), model, serial, 'Product ' || n % 4,
       firmware, capacity_bytes, 335 + n % 4, 345 + n % 4, host.id, hostname, controller_name,
       CASE WHEN n % 100 <> 0 THEN n % 104 END, CASE WHEN n % 100 <> 0 THEN n % 40000 END
     FROM (SELECT *, substr(serial, 5)::int AS n FROM drive WHERE ${added}) AS drive
     JOIN drive_sighting AS sighting ON sighting.drive_id = drive.id
     JOIN host ON host.id = sighting.host_id
     WHERE n >= $1 AND n < $2`,
    values,
  );
  await client.query(
    `UPDATE drive_reading AS reading SET temperature_kelvin = 300 + n % 40, bytes_written = n::bigint * 1000000, sampled_at = now()
     FROM (SELECT id, substr(serial, 5)::int AS n FROM drive WHERE ${added}) AS drive
     WHERE reading.drive_id = drive.id AND n % 100 <> 0 AND n >= $1 AND n < $2`,
    values,
  );
  await client.query(
    `INSERT INTO drive_condition (drive_id, rule, severity, since)
     SELECT drive_id, 'availableSpare', 'replace', verdict_since FROM drive_state WHERE verdict_rank = 2
     ON CONFLICT DO NOTHING`,
  );
  await client.query(
    `INSERT INTO drive_search SELECT drive_id, lower(concat_ws(' ', serial, model, product_name, hostname))
     FROM drive_state ON CONFLICT DO NOTHING`,
  );
  await client.query("VACUUM ANALYZE");
}

/** Ends of wear for all that were sampled: of ten, seven have a date within four years. */
export async function addWear(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO drive_wear (drive_id, computed_at, limit_percent, kind, percent_per_day, likely_end)
     SELECT drive_id, now(), 100, CASE n % 10 WHEN 0 THEN 'notEnoughData' WHEN 1 THEN 'reached' WHEN 2 THEN 'beyond' ELSE 'forecast' END,
       CASE WHEN n % 10 > 2 THEN (n % 997) / 1000.0 END,
       CASE WHEN n % 10 > 2 THEN now() + (n % 1500) * interval '1 day' END
     FROM (SELECT drive_id, substr(serial, 5)::int AS n FROM drive_state) AS drive WHERE n % 100 <> 0
     ON CONFLICT DO NOTHING`,
  );
}
