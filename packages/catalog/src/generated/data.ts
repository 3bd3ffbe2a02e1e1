// Generated from data/*.yaml by scripts/generate.ts. Do not edit: change the YAML and run "npm run generate".
import type { CatalogData } from "../catalog.ts";

export const data: CatalogData = {
  "sources": [
    {
      "id": "anandtech-p4800x-750gb",
      "kind": "review",
      "url": "https://www.anandtech.com/show/11930/intel-optane-ssd-dc-p4800x-750gb-handson-review",
      "title": "Intel Optane SSD DC P4800X 750GB Hands-On Review",
      "publisher": "AnandTech",
      "author": "Billy Tallis",
      "published": "2017-11-09",
      "test_system": {
        "system": "Intel Server R2208WFTZS",
        "motherboard": "Intel S2600WFT",
        "chipset": "Intel C624",
        "cpu": "2x Intel Xeon Gold 6154 (18 cores, 3.0 GHz)",
        "memory": "192 GB (Micron DDR4-2666 16 GB modules)",
        "kernel": "Linux 4.13.11",
        "tool": "fio 3.1",
        "notes": [
          "HyperThreading disabled, SpeedStep and C-states off",
          "16 of 18 cores enabled per CPU so that each core on the drive's socket has its own NVMe queue",
          "fio pinned to the cores and memory of CPU 2 (the drive's NUMA node)",
          "hybrid polling mode; no-op I/O scheduler"
        ]
      }
    },
    {
      "id": "hardwareinfo-p3700-400gb",
      "kind": "review",
      "title": "[Pro] Intel P3700 400GB PCIe SSD review: eerste ervaring met NVMe overtuigt",
      "publisher": "Hardware.Info",
      "published": 2015,
      "language": "nl",
      "test_system": {
        "cpu": "Intel Core i3 3220",
        "chipset": "Intel Z77",
        "os": "Windows 7 x64",
        "tool": "Iometer (fully random data, at least 30 s per test)",
        "oltp": "2x Xeon E5-2699 v3, 128 GB DDR4, CentOS 7.0, MariaDB 10.0.15, Percona TPC-C, 1000 warehouses (>260 GB), 16 GB InnoDB buffer"
      }
    },
    {
      "id": "anandtech-optane-memory",
      "kind": "review",
      "title": "Optane Memory as a standalone SSD (random read and random write pages)",
      "publisher": "AnandTech",
      "published": 2017
    },
    {
      "id": "thessdreview-p3608",
      "kind": "review",
      "url": "https://thessdreview.com/our-reviews/intel-ssd-dc-p3608-review-1-6tb-over-5gbs-and-850k-iops/2",
      "title": "Intel SSD DC P3608 review, test setup and SNIA pages",
      "publisher": "The SSD Review",
      "published": 2015,
      "test_system": {
        "cpu": "Intel Xeon E5-2690 v3",
        "motherboard": "ASRock X99 WS-E",
        "memory": "Crucial Ballistix Sport DDR4 2400 MHz",
        "os": "Windows Server 2012 R2",
        "driver": "RSTe 4.3",
        "drive_firmware": "8DV10171",
        "notes": [
          "RAID 0 strip size 128 KiB",
          "volume allocation 100 %"
        ]
      }
    },
    {
      "id": "anandtech-p4800x-375gb",
      "kind": "review",
      "url": "https://www.anandtech.com/show/11209/intel-optane-ssd-dc-p4800x-review-a-deep-dive-into-3d-xpoint-enterprise-performance",
      "title": "The Intel Optane SSD DC P4800X Review: A Deep Dive Into 3D XPoint Enterprise Performance (page: Checking Intel's Numbers)",
      "publisher": "AnandTech",
      "published": 2017,
      "note": "article 11209, published before the 750GB review; its tables list the latency percentiles as numbers"
    },
    {
      "id": "anandtech-enterprise-2020",
      "kind": "review",
      "url": "https://www.anandtech.com/show/15491/enterprise-nvme-hynix-samsung-dapustor-dera",
      "title": "Enterprise NVMe Round-Up 2: SK Hynix, Samsung, DapuStor and DERA",
      "publisher": "AnandTech",
      "author": "Billy Tallis",
      "published": "2020-02-14"
    },
    {
      "id": "snia-pts-e",
      "kind": "standard",
      "title": "Solid State Storage Performance Test Specification, Enterprise",
      "publisher": "SNIA"
    },
    {
      "id": "aerospike-act",
      "kind": "standard",
      "title": "Aerospike Certification Tool 6.x (public source)",
      "publisher": "Aerospike"
    }
  ],
  "driveModels": [
    {
      "id": "intel-optane-ssd-dc-p4800x",
      "model": "Intel Optane SSD DC P4800X",
      "model_numbers": [
        "SSDPED1K*",
        "SSDPE21K*"
      ],
      "source": "anandtech-p4800x-750gb",
      "medium": "3D XPoint (128 Gbit, 20 nm)",
      "controller": "Intel SLL3D",
      "interface": "PCIe 3.0 x4 NVMe",
      "form_factors": [
        "HHHL add-in card",
        "U.2 2.5-inch 15 mm"
      ],
      "nvme_queues_total": 32,
      "sector_formats": "512 B and 4 KiB, some with 8 to 128 B of metadata",
      "optimal_transfer_bytes": 4096,
      "max_transfer_bytes_per_command": 131072,
      "power_governor_w": [
        12,
        18
      ],
      "endurance_dwpd": 30,
      "warranty_years": 5,
      "wear": {
        "write_protect_percentage_used": 105,
        "write_protect_write_bytes_s": 30000000,
        "retention_unpowered_months_at_end_of_life": 3,
        "background_refresh_hours_after_power_on": 3
      },
      "spec_common": {
        "typical_latency_us": {
          "read_lt": 10,
          "write_lt": 10
        },
        "random_read_4k_iops_qd16": 550000,
        "random_write_4k_iops_qd16": 500000,
        "mixed_70_30_random_4k_iops_qd16": 500000,
        "random_read_4k_p99999_us_qd1": 60,
        "random_read_4k_p99999_us_qd16": 150,
        "random_write_4k_p99999_us_qd1": 100,
        "random_write_4k_p99999_us_qd16": 200,
        "sequential_read_64k_bytes_s": 2400000000,
        "sequential_write_64k_bytes_s": 2000000000
      },
      "capacities": [
        {
          "capacity_gb": 375,
          "dies_per_channel": 4,
          "channels": 7,
          "raw_gb": 448,
          "spare_gb": 73,
          "spare_percent": 16.3,
          "active_power_read_w": 8,
          "active_power_write_w": 13,
          "idle_power_w": 5,
          "msrp_usd": 1520
        },
        {
          "capacity_gb": 750,
          "dies_per_channel": 8,
          "channels": 7,
          "raw_gb": 896,
          "spare_gb": 146,
          "spare_percent": 16.3,
          "active_power_read_w": 10,
          "active_power_write_w": 15,
          "idle_power_w": 6
        }
      ]
    },
    {
      "id": "intel-optane-ssd-900p",
      "model": "Intel Optane SSD 900p",
      "model_numbers": [
        "SSDPED1D280GA",
        "SSDPED1D480GA",
        "SSDPE21D280GA",
        "SSDPE21D480GA"
      ],
      "source": "anandtech-p4800x-750gb",
      "medium": "3D XPoint",
      "controller": "Intel SLL3D",
      "interface": "PCIe 3.0 x4 NVMe",
      "notes": [
        "same 7-channel controller as the P4800X",
        "rated for a third of its write endurance (10 DWPD)",
        "about a third of its price",
        "no LBA formats with protection metadata",
        "sequential read rated 100 MB/s higher than the P4800X"
      ],
      "endurance_dwpd": 10,
      "spec_common": {
        "sequential_read_64k_bytes_s": 2500000000
      },
      "capacities": [
        {
          "capacity_gb": 280,
          "dies_per_channel": 3,
          "channels": 7,
          "raw_gb": 336,
          "spare_gb": 56,
          "spare_percent": 16.6
        },
        {
          "capacity_gb": 480,
          "dies_per_channel": 5,
          "channels": 7,
          "raw_gb": 560,
          "spare_gb": 80,
          "spare_percent": 14.3
        }
      ]
    },
    {
      "id": "intel-ssd-dc-p3700",
      "model": "Intel SSD DC P3700",
      "model_numbers": [
        "SSDPEDMD*",
        "SSDPE2MD*"
      ],
      "power_governor_settings": [
        {
          "value": 0,
          "max_power_w": 25
        },
        {
          "value": 1,
          "max_power_w": 20
        },
        {
          "value": 2,
          "max_power_w": 10
        }
      ],
      "source": "hardwareinfo-p3700-400gb",
      "medium": "20 nm Intel MLC NAND (High Endurance)",
      "interface": "PCIe 3.0 x4 NVMe",
      "form_factors": [
        "HHHL add-in card",
        "2.5-inch SFF-8639"
      ],
      "nvme_queues_total": 32,
      "flash_channels_max": 18,
      "endurance_dwpd": 10,
      "warranty_years": 5,
      "power_loss_protection": true,
      "spec_common": {
        "average_latency_read_us": 20,
        "average_latency_write_us": 20
      },
      "capacities": [
        {
          "capacity_gb": 400,
          "sequential_read_bytes_s": 2700000000,
          "sequential_write_bytes_s": 1200000000,
          "random_read_4k_iops": 450000,
          "random_write_4k_iops": 75000,
          "endurance_pbw": 7.3,
          "average_price_eur": 1360
        },
        {
          "capacity_gb": 800,
          "sequential_read_bytes_s": 2800000000,
          "sequential_write_bytes_s": 1900000000,
          "random_read_4k_iops": 460000,
          "random_write_4k_iops": 90000,
          "endurance_pbw": 14.6
        },
        {
          "capacity_gb": 1600,
          "sequential_read_bytes_s": 2800000000,
          "sequential_write_bytes_s": 1900000000,
          "random_read_4k_iops": 460000,
          "random_write_4k_iops": 150000,
          "endurance_pbw": 29.2
        },
        {
          "capacity_gb": 2000,
          "sequential_read_bytes_s": 2800000000,
          "sequential_write_bytes_s": 1900000000,
          "random_read_4k_iops": 460000,
          "random_write_4k_iops": 180000,
          "endurance_pbw": 36.5
        }
      ]
    },
    {
      "id": "intel-ssd-dc-p3600",
      "model": "Intel SSD DC P3600",
      "model_numbers": [
        "SSDPEDME*",
        "SSDPE2ME*"
      ],
      "power_governor_settings": [
        {
          "value": 0,
          "max_power_w": 25
        },
        {
          "value": 1,
          "max_power_w": 20
        },
        {
          "value": 2,
          "max_power_w": 10
        }
      ],
      "source": "hardwareinfo-p3700-400gb",
      "medium": "20 nm Intel MLC NAND",
      "interface": "PCIe 3.0 x4 NVMe",
      "nvme_queues_total": 32,
      "endurance_dwpd": 3,
      "warranty_years": 5,
      "power_loss_protection": true,
      "spec_common": {
        "sequential_read_bytes_s_max": 2600000000,
        "sequential_write_bytes_s_max": 1700000000,
        "random_read_4k_iops_max": 450000,
        "random_write_4k_iops_max": 70000,
        "average_latency_read_us": 20,
        "average_latency_write_us": 20
      },
      "capacities": [
        {
          "capacity_gb": 400
        },
        {
          "capacity_gb": 800
        },
        {
          "capacity_gb": 1200
        },
        {
          "capacity_gb": 1600
        },
        {
          "capacity_gb": 2000,
          "endurance_pbw": 10.69
        }
      ]
    },
    {
      "id": "intel-ssd-dc-p3500",
      "model": "Intel SSD DC P3500",
      "model_numbers": [
        "SSDPEDMX*",
        "SSDPE2MX*"
      ],
      "power_governor_settings": [
        {
          "value": 0,
          "max_power_w": 25
        },
        {
          "value": 1,
          "max_power_w": 20
        },
        {
          "value": 2,
          "max_power_w": 10
        }
      ],
      "source": "hardwareinfo-p3700-400gb",
      "medium": "20 nm Intel MLC NAND",
      "interface": "PCIe 3.0 x4 NVMe",
      "nvme_queues_total": 32,
      "endurance_dwpd": 0.3,
      "warranty_years": 5,
      "power_loss_protection": true,
      "spec_common": {
        "sequential_read_bytes_s_max": 2500000000,
        "sequential_write_bytes_s_max": 1700000000,
        "random_read_4k_iops_max": 450000,
        "random_write_4k_iops_max": 35000,
        "average_latency_read_us": 20,
        "average_latency_write_us": 20
      },
      "capacities": [
        {
          "capacity_gb": 400
        },
        {
          "capacity_gb": 1200
        },
        {
          "capacity_gb": 2000,
          "endurance_pbw": 1.06
        }
      ]
    },
    {
      "id": "intel-ssd-dc-p3608",
      "model": "Intel SSD DC P3608",
      "model_numbers": [
        "SSDPECME*"
      ],
      "source": "anandtech-p4800x-750gb",
      "medium": "20 nm Intel MLC NAND",
      "interface": "PCIe (two P3600-class NVMe controllers behind a PLX switch; the host sees two drives)",
      "notes": [
        "used as two drives or as one software RAID 0 volume",
        "4 KiB random read of the pair rated at 850,000 IOPS (source: thessdreview-p3608)"
      ],
      "spec_common": {
        "random_read_4k_iops_raid0": 850000
      },
      "capacities": [
        {
          "capacity_gb": 1600,
          "capacity_gb_per_controller": 800
        }
      ]
    },
    {
      "id": "micron-9100-max",
      "model": "Micron 9100 MAX",
      "model_numbers": [
        "MTFDHAX*MCF",
        "MTFDHAL*MCF"
      ],
      "source": "anandtech-p4800x-750gb",
      "medium": "16 nm Micron MLC NAND",
      "controller": "Microsemi Flashtec NVMe1032",
      "interface": "PCIe NVMe",
      "nvme_queues_total": 128,
      "capacities": [
        {
          "capacity_gb": 2400
        }
      ]
    },
    {
      "id": "intel-ssd-dc-p4600",
      "model": "Intel SSD DC P4600",
      "model_numbers": [
        "SSDPEDKE*"
      ],
      "source": "anandtech-p4800x-750gb",
      "medium": "3D TLC NAND",
      "nvme_queues_total": 128
    },
    {
      "id": "intel-optane-memory",
      "model": "Intel Optane Memory",
      "model_numbers": [
        "MEMPEK1W*"
      ],
      "source": "anandtech-optane-memory",
      "medium": "3D XPoint"
    },
    {
      "id": "samsung-ssd-960-evo",
      "model": "Samsung SSD 960 EVO",
      "source": "anandtech-optane-memory",
      "interface": "PCIe NVMe"
    },
    {
      "id": "crucial-mx300",
      "model": "Crucial MX300",
      "source": "anandtech-optane-memory",
      "interface": "SATA",
      "capacities": [
        {
          "capacity_gb": 525
        }
      ]
    },
    {
      "id": "intel-ssd-dc-s3500",
      "model": "Intel SSD DC S3500",
      "source": "hardwareinfo-p3700-400gb",
      "interface": "SATA 6 Gbit/s",
      "capacities": [
        {
          "capacity_gb": 480
        }
      ]
    },
    {
      "id": "intel-ssd-dc-s3700",
      "model": "Intel SSD DC S3700",
      "source": "hardwareinfo-p3700-400gb",
      "interface": "SATA 6 Gbit/s",
      "capacities": [
        {
          "capacity_gb": 800
        }
      ]
    },
    {
      "id": "samsung-ssd-845dc-pro",
      "model": "Samsung SSD 845DC Pro",
      "source": "hardwareinfo-p3700-400gb",
      "interface": "SATA 6 Gbit/s"
    },
    {
      "id": "samsung-ssd-850-pro",
      "model": "Samsung SSD 850 Pro",
      "source": "hardwareinfo-p3700-400gb",
      "interface": "SATA 6 Gbit/s",
      "capacities": [
        {
          "capacity_gb": 512
        }
      ]
    },
    {
      "id": "samsung-xp941",
      "model": "Samsung XP941",
      "source": "hardwareinfo-p3700-400gb",
      "interface": "PCIe AHCI x4",
      "capacities": [
        {
          "capacity_gb": 512
        }
      ]
    },
    {
      "id": "wd-scorpio-black",
      "model": "WD Scorpio Black",
      "source": "hardwareinfo-p3700-400gb",
      "interface": "SATA 6 Gbit/s",
      "medium": "7200 rpm hard disk",
      "capacities": [
        {
          "capacity_gb": 750
        }
      ]
    },
    {
      "id": "ocz-vector-150",
      "model": "OCZ Vector 150",
      "source": "hardwareinfo-p3700-400gb",
      "interface": "SATA 6 Gbit/s",
      "notes": [
        "100-point baseline of the Hardware.Info SSD performance score"
      ]
    }
  ],
  "publishedResults": {
    "drives": [
      {
        "name": "Intel Optane SSD DC P4800X 375GB",
        "model": "intel-optane-ssd-dc-p4800x",
        "capacity_gb": 375
      },
      {
        "name": "Intel Optane SSD DC P4800X 750GB",
        "model": "intel-optane-ssd-dc-p4800x",
        "capacity_gb": 750
      },
      {
        "name": "Intel Optane SSD 900p 280GB",
        "model": "intel-optane-ssd-900p",
        "capacity_gb": 280
      },
      {
        "name": "Intel SSD DC P3700 400GB",
        "model": "intel-ssd-dc-p3700",
        "capacity_gb": 400
      },
      {
        "name": "Intel SSD DC P3700 800GB",
        "model": "intel-ssd-dc-p3700",
        "capacity_gb": 800
      },
      {
        "name": "Intel SSD DC P3700 1.6TB",
        "model": "intel-ssd-dc-p3700",
        "capacity_gb": 1600
      },
      {
        "name": "Intel SSD DC P3608 800GB (one controller)",
        "model": "intel-ssd-dc-p3608",
        "capacity_gb": 800
      },
      {
        "name": "Intel SSD DC P3608 1.6TB RAID 0",
        "model": "intel-ssd-dc-p3608",
        "capacity_gb": 1600
      },
      {
        "name": "Micron 9100 MAX 2.4TB",
        "model": "micron-9100-max",
        "capacity_gb": 2400
      },
      {
        "name": "Intel Optane Memory",
        "model": "intel-optane-memory"
      },
      {
        "name": "Samsung SSD 960 EVO",
        "model": "samsung-ssd-960-evo"
      },
      {
        "name": "Crucial MX300 525GB",
        "model": "crucial-mx300",
        "capacity_gb": 525
      },
      {
        "name": "Intel SSD DC S3500 480GB",
        "model": "intel-ssd-dc-s3500",
        "capacity_gb": 480
      },
      {
        "name": "WD Scorpio Black 750GB",
        "model": "wd-scorpio-black",
        "capacity_gb": 750
      }
    ],
    "workloads": [
      {
        "name": "act",
        "id": "act"
      },
      {
        "name": "random-read-4k",
        "id": "random-read-4k",
        "pattern": "random",
        "read_percent": 100,
        "block_bytes": 4096
      },
      {
        "name": "random-read-4k single thread",
        "id": "random-read-4k-single-thread",
        "pattern": "random",
        "read_percent": 100,
        "block_bytes": 4096,
        "threads": 1
      },
      {
        "name": "random-read small blocks",
        "id": "random-read-small-blocks",
        "pattern": "random",
        "read_percent": 100
      },
      {
        "name": "random-write-4k",
        "id": "random-write-4k",
        "pattern": "random",
        "read_percent": 0,
        "block_bytes": 4096
      },
      {
        "name": "random-write unaligned large blocks qd1",
        "id": "random-write-unaligned-large-blocks",
        "pattern": "random",
        "read_percent": 0,
        "queue_depth": 1
      },
      {
        "name": "random-write aligned large blocks qd1",
        "id": "random-write-aligned-large-blocks",
        "pattern": "random",
        "read_percent": 0,
        "queue_depth": 1
      },
      {
        "name": "sequential-read-128k",
        "id": "sequential-read-128k",
        "pattern": "sequential",
        "read_percent": 100,
        "block_bytes": 131072
      },
      {
        "name": "sequential-write-128k",
        "id": "sequential-write-128k",
        "pattern": "sequential",
        "read_percent": 0,
        "block_bytes": 131072
      },
      {
        "name": "sequential-read-1m",
        "id": "sequential-read-1m",
        "pattern": "sequential",
        "read_percent": 100,
        "block_bytes": 1048576
      },
      {
        "name": "sequential-write-1m",
        "id": "sequential-write-1m",
        "pattern": "sequential",
        "read_percent": 0,
        "block_bytes": 1048576
      },
      {
        "name": "iometer-fileserver",
        "id": "iometer-fileserver",
        "read_percent": 80,
        "measured_as": {
          "pattern": "random",
          "block_mix": "512:10,1k:5,2k:5,4k:60,8k:2,16k:4,32k:4,64k:10"
        }
      },
      {
        "name": "iometer-database-8k-67-33",
        "id": "iometer-database-8k-67-33",
        "read_percent": 67,
        "block_bytes": 8192,
        "measured_as": {
          "pattern": "random"
        }
      },
      {
        "name": "as-ssd",
        "id": "as-ssd"
      },
      {
        "name": "steady-state random-write-4k",
        "id": "steady-state-random-write-4k",
        "condition": "steady state",
        "pattern": "random",
        "read_percent": 0,
        "block_bytes": 4096
      },
      {
        "name": "steady-state iometer-database",
        "id": "steady-state-iometer-database",
        "condition": "steady state",
        "read_percent": 67,
        "block_bytes": 8192,
        "measured_as": {
          "pattern": "random"
        }
      },
      {
        "name": "consistency random-write-4k",
        "id": "consistency-random-write-4k",
        "condition": "consistency over the last 200 s of 10000 s",
        "pattern": "random",
        "read_percent": 0,
        "block_bytes": 4096
      },
      {
        "name": "hardwareinfo-score",
        "id": "hardwareinfo-score"
      },
      {
        "name": "oltp-tpcc",
        "id": "oltp-tpcc"
      },
      {
        "name": "snia-iops 4k 100 % read",
        "id": "snia-iops-4k-read",
        "condition": "steady state",
        "read_percent": 100,
        "block_bytes": 4096,
        "measured_as": {
          "pattern": "random",
          "queue_depth": 32,
          "threads": 8
        }
      },
      {
        "name": "snia-iops 4k 100 % write",
        "id": "snia-iops-4k-write",
        "condition": "steady state",
        "read_percent": 0,
        "block_bytes": 4096,
        "measured_as": {
          "pattern": "random",
          "queue_depth": 32,
          "threads": 8
        }
      },
      {
        "name": "snia-latency 4k all mixes",
        "id": "snia-latency-4k-all-mixes",
        "condition": "steady state",
        "block_bytes": 4096
      },
      {
        "name": "snia-latency 4k 100 % write",
        "id": "snia-latency-4k-write",
        "condition": "steady state",
        "read_percent": 0,
        "block_bytes": 4096,
        "measured_as": {
          "pattern": "random",
          "queue_depth": 32,
          "threads": 8
        }
      },
      {
        "name": "snia-latency 8k",
        "id": "snia-latency-8k",
        "condition": "steady state",
        "block_bytes": 8192
      },
      {
        "name": "snia-latency 512b 100 % write",
        "id": "snia-latency-512b-write",
        "condition": "steady state",
        "read_percent": 0,
        "block_bytes": 512,
        "measured_as": {
          "pattern": "random",
          "queue_depth": 32,
          "threads": 8
        }
      }
    ],
    "published": [
      {
        "source": "anandtech-p4800x-750gb",
        "results": [
          {
            "drive": "Intel Optane SSD DC P4800X 750GB",
            "workload": "act",
            "metric": "transactions_over_1ms_percent",
            "value": 0.82,
            "bound": "exact"
          },
          {
            "drive": "Intel Optane SSD DC P4800X 750GB",
            "workload": "act",
            "metric": "transactions_over_2ms_percent",
            "value": 0.16,
            "bound": "exact"
          },
          {
            "drive": "Intel Optane SSD 900p 280GB",
            "workload": "act",
            "metric": "transactions_over_1ms_percent",
            "value": 1.53,
            "bound": "exact"
          },
          {
            "drive": "Intel Optane SSD 900p 280GB",
            "workload": "act",
            "metric": "transactions_over_2ms_percent",
            "value": 0.36,
            "bound": "exact"
          },
          {
            "drive": "Micron 9100 MAX 2.4TB",
            "workload": "act",
            "metric": "transactions_over_1ms_percent",
            "value": 4.94,
            "bound": "exact"
          },
          {
            "drive": "Micron 9100 MAX 2.4TB",
            "workload": "act",
            "metric": "transactions_over_2ms_percent",
            "value": 0.44,
            "bound": "exact"
          },
          {
            "drive": "Intel SSD DC P3700 1.6TB",
            "workload": "act",
            "metric": "transactions_over_1ms_percent",
            "value": 4.64,
            "bound": "exact"
          },
          {
            "drive": "Intel SSD DC P3700 1.6TB",
            "workload": "act",
            "metric": "transactions_over_2ms_percent",
            "value": 2.22,
            "bound": "exact"
          },
          {
            "drive": "Intel SSD DC P3608 800GB (one controller)",
            "workload": "act",
            "metric": "transactions_over_1ms_percent",
            "value": 4.51,
            "bound": "exact"
          },
          {
            "drive": "Intel SSD DC P3608 800GB (one controller)",
            "workload": "act",
            "metric": "transactions_over_2ms_percent",
            "value": 2.29,
            "bound": "exact"
          },
          {
            "drive": "Intel Optane SSD DC P4800X 750GB",
            "workload": "random-read-4k single thread",
            "metric": "throughput_bytes_s",
            "value": 1200000000,
            "bound": "about",
            "saturates_at_qd": "4-6"
          },
          {
            "drive": "Intel SSD DC P3700 1.6TB",
            "workload": "random-read-4k single thread",
            "metric": "throughput_bytes_s",
            "value": 1200000000,
            "bound": "about",
            "saturates_at_qd": "above 32"
          },
          {
            "drive": "Intel Optane SSD DC P4800X 750GB",
            "workload": "sequential-read-128k",
            "metric": "throughput_bytes_s",
            "value": 2450000000,
            "bound": "about",
            "range": [
              2400000000,
              2500000000
            ],
            "saturates_at_qd": 2
          },
          {
            "drive": "Intel Optane SSD DC P4800X 750GB",
            "workload": "sequential-write-128k",
            "metric": "throughput_bytes_s",
            "value": 2000000000,
            "bound": "at_least",
            "saturates_at_qd": 2
          },
          {
            "drive": "Intel Optane SSD DC P4800X 750GB",
            "workload": "random-write unaligned large blocks qd1",
            "metric": "throughput_bytes_s",
            "value": 1300000000,
            "bound": "about"
          },
          {
            "drive": "Intel Optane SSD DC P4800X 750GB",
            "workload": "random-write aligned large blocks qd1",
            "metric": "throughput_bytes_s",
            "value": 2000000000,
            "bound": "just_under"
          }
        ]
      },
      {
        "source": "hardwareinfo-p3700-400gb",
        "results": [
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "random-read-4k",
            "queue_depth": 1,
            "metric": "iops",
            "value": 10000,
            "bound": "at_least"
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "random-read-4k",
            "queue_depth": 32,
            "metric": "iops",
            "value": 225000,
            "bound": "at_least"
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "random-write-4k",
            "queue_depth": 1,
            "metric": "iops",
            "value": 100000,
            "bound": "just_under"
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "random-write-4k",
            "queue_depth": 32,
            "metric": "iops",
            "value": 200000,
            "bound": "about"
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "sequential-read-1m",
            "queue_depth": 32,
            "metric": "throughput_bytes_s",
            "value": 2000000000,
            "bound": "at_least"
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "sequential-write-1m",
            "queue_depth": 32,
            "metric": "throughput_bytes_s",
            "value": 1075000000,
            "bound": "at_most"
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "iometer-fileserver",
            "queue_depth": 32,
            "metric": "throughput_bytes_s",
            "value": 766000000,
            "bound": "exact"
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "iometer-database-8k-67-33",
            "queue_depth": 32,
            "metric": "iops",
            "value": 70000,
            "bound": "just_under"
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "as-ssd",
            "metric": "score",
            "value": 3729,
            "bound": "exact"
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "steady-state random-write-4k",
            "queue_depth": 32,
            "metric": "throughput_bytes_s",
            "value": 508000000,
            "bound": "just_over",
            "starts_at_bytes_s": 750000000,
            "settles_after_min": 20
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "steady-state iometer-database",
            "queue_depth": 32,
            "metric": "throughput_bytes_s",
            "value": 400000000,
            "bound": "just_over",
            "settles_after_min": 60
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "consistency random-write-4k",
            "queue_depth": 32,
            "metric": "iops_stddev_last_200s",
            "value": 2261,
            "bound": "exact",
            "mean_iops": 130000,
            "duration_s": 10000
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "hardwareinfo-score",
            "metric": "score",
            "value": 233,
            "bound": "exact",
            "baseline": "OCZ Vector 150 = 100"
          }
        ],
        "series": [
          {
            "workload": "oltp-tpcc",
            "metric": "iops",
            "bound": "exact",
            "concurrency": [
              4,
              8,
              12,
              16,
              24,
              32,
              48,
              64,
              96,
              128
            ],
            "values": {
              "WD Scorpio Black 750GB": [
                122,
                180,
                213,
                201,
                217,
                232,
                236,
                237,
                239,
                239
              ],
              "Intel SSD DC S3500 480GB": [
                7806,
                9475,
                9827,
                9751,
                9652,
                9592,
                9763,
                9710,
                9586,
                9458
              ],
              "Intel SSD DC P3700 400GB": [
                17518,
                28293,
                32612,
                35835,
                40252,
                42080,
                44117,
                45033,
                46300,
                46373
              ]
            }
          }
        ]
      },
      {
        "source": "thessdreview-p3608",
        "results": [
          {
            "drive": "Intel SSD DC P3608 1.6TB RAID 0",
            "workload": "snia-iops 4k 100 % read",
            "queue_depth": 256,
            "metric": "iops",
            "value": 745000,
            "bound": "exact"
          },
          {
            "drive": "Intel SSD DC P3608 1.6TB RAID 0",
            "workload": "snia-iops 4k 100 % write",
            "queue_depth": 256,
            "metric": "iops",
            "value": 170000,
            "bound": "just_under"
          },
          {
            "drive": "Intel SSD DC P3608 1.6TB RAID 0",
            "workload": "snia-latency 4k all mixes",
            "queue_depth": 256,
            "metric": "mean_latency_us",
            "value": 2000,
            "bound": "at_most"
          },
          {
            "drive": "Intel SSD DC P3608 1.6TB RAID 0",
            "workload": "snia-latency 8k",
            "queue_depth": 256,
            "metric": "mean_latency_us",
            "value": 3000,
            "bound": "about"
          },
          {
            "drive": "Intel SSD DC P3608 1.6TB RAID 0",
            "workload": "snia-latency 8k",
            "queue_depth": 256,
            "metric": "max_latency_us",
            "value": 28000,
            "bound": "exact"
          },
          {
            "drive": "Intel SSD DC P3608 800GB (one controller)",
            "workload": "snia-latency 8k",
            "queue_depth": 256,
            "metric": "max_latency_us",
            "value": 25600,
            "bound": "exact"
          },
          {
            "drive": "Intel SSD DC P3608 1.6TB RAID 0",
            "workload": "snia-latency 512b 100 % write",
            "queue_depth": 256,
            "metric": "max_latency_us",
            "value": 16000,
            "bound": "about"
          },
          {
            "drive": "Intel SSD DC P3608 1.6TB RAID 0",
            "workload": "snia-latency 4k 100 % write",
            "queue_depth": 256,
            "metric": "max_latency_us",
            "value": 15000,
            "bound": "about"
          }
        ]
      },
      {
        "source": "anandtech-optane-memory",
        "results": [
          {
            "drive": "Crucial MX300 525GB",
            "workload": "random-read-4k",
            "metric": "p99999_us",
            "value": 20000,
            "bound": "at_least"
          },
          {
            "drive": "Intel Optane Memory",
            "workload": "random-write-4k",
            "queue_depth": "1-2",
            "metric": "median_latency_us",
            "value": 20,
            "bound": "about"
          },
          {
            "drive": "Samsung SSD 960 EVO",
            "workload": "random-write-4k",
            "queue_depth": "1-2",
            "metric": "median_latency_us",
            "value": 20,
            "bound": "about"
          }
        ],
        "comparisons": [
          {
            "workload": "random-read-4k",
            "queue_depth": 16,
            "faster": "Intel Optane Memory",
            "slower": "Samsung SSD 960 EVO",
            "ratio": 2,
            "metric": "throughput"
          },
          {
            "workload": "random-read-4k",
            "queue_depth": 16,
            "faster": "Intel Optane Memory",
            "slower": "Crucial MX300 525GB",
            "ratio": 6,
            "metric": "throughput"
          },
          {
            "workload": "random-read small blocks",
            "queue_depth": 1,
            "faster": "Intel Optane Memory",
            "slower": "Samsung SSD 960 EVO",
            "ratio": 10,
            "metric": "throughput"
          }
        ]
      },
      {
        "source": "anandtech-p4800x-375gb",
        "units": {
          "throughput": "MB/s",
          "latency": "us"
        },
        "tables": [
          {
            "workload": "random-read-4k",
            "queue_depth": 1,
            "note": "The printed MB/s are 6 to 7 % below IOPS x 4 KiB in all six rows. Compare by IOPS.",
            "columns": [
              "drive",
              "mb_s",
              "iops",
              "mean_us",
              "median_us",
              "p99_us",
              "p99999_us"
            ],
            "rows": [
              [
                "Intel Optane SSD DC P4800X 375GB",
                "413.0",
                "108300",
                "8.9",
                "9",
                "10",
                "37"
              ],
              [
                "Intel SSD DC P3700 800GB",
                "48.7",
                "12800",
                "77.9",
                "76",
                "96",
                "2768"
              ],
              [
                "Micron 9100 MAX 2.4TB",
                "35.3",
                "9200",
                "107.7",
                "104",
                "117",
                "306"
              ]
            ]
          },
          {
            "workload": "random-read-4k",
            "queue_depth": 16,
            "note": "The printed MB/s are 6 to 7 % below IOPS x 4 KiB in all six rows. Compare by IOPS.",
            "columns": [
              "drive",
              "mb_s",
              "iops",
              "mean_us",
              "median_us",
              "p99_us",
              "p99999_us"
            ],
            "rows": [
              [
                "Intel Optane SSD DC P4800X 375GB",
                "2231.0",
                "584800",
                "25.5",
                "25",
                "41",
                "81"
              ],
              [
                "Intel SSD DC P3700 800GB",
                "637.9",
                "167200",
                "93.9",
                "91",
                "163",
                "2320"
              ],
              [
                "Micron 9100 MAX 2.4TB",
                "517.5",
                "135700",
                "116.2",
                "114",
                "205",
                "1560"
              ]
            ]
          }
        ]
      }
    ]
  },
  "plans": [
    {
      "id": "act-4k",
      "name": "Aerospike ACT, 4 KiB reads",
      "description": "A database's load in multiples of 2,000 record reads a second with the 128 KiB reads and writes that 1,000 record writes a second cause, sent on schedule whether the drive keeps up or not. A search finds the highest multiple at which, in each hour, fewer than 5 % of the reads take over 1 ms, 1 % over 8 ms and 0.1 % over 64 ms: in runs of five minutes, then once more for two hours.",
      "follows": [
        "aerospike-act",
        "anandtech-p4800x-750gb"
      ],
      "departs": [
        "A certification runs 24 hours at its multiple; here the answer is confirmed for two hours, as in the review.",
        "The certification tool prepares a drive by writing zeros and then random data everywhere; here random data is written twice, sequentially in 128 KiB blocks.",
        "The certification tool stops where the load falls too far behind; here a stream that completes less than 98 % of its operations fails.",
        "The review used the tool's own threads and queues (64 threads); here the three streams have six threads, whose queue depths bound how far a stream can fall behind.",
        "Multiples are whole numbers from 1 to 256; fractions of one are not tried.",
        "Reads are 4096 B, to which the certification tool rounds a record of 1536 B on a drive with 4096-byte logical blocks; the review read 1536 B."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "fill",
          "method": "sequential",
          "blockBytes": 131072,
          "fills": 2
        },
        {
          "kind": "search",
          "raise": "rate",
          "from": 1,
          "to": 256,
          "resolution": 1,
          "confirmSeconds": 7200,
          "criteria": [
            {
              "stream": "reads",
              "direction": "read",
              "overNs": 1000000,
              "percentBelow": 5
            },
            {
              "stream": "reads",
              "direction": "read",
              "overNs": 8000000,
              "percentBelow": 1
            },
            {
              "stream": "reads",
              "direction": "read",
              "overNs": 64000000,
              "percentBelow": 0.1
            },
            {
              "stream": "reads",
              "direction": "read",
              "ratePercentAtLeast": 98
            },
            {
              "stream": "largeReads",
              "direction": "read",
              "ratePercentAtLeast": 98
            },
            {
              "stream": "largeWrites",
              "direction": "write",
              "ratePercentAtLeast": 98
            }
          ],
          "steps": [
            {
              "kind": "streams",
              "rampSeconds": 5,
              "durationSeconds": 300,
              "slices": {
                "seconds": 3600,
                "overNs": [
                  1000000,
                  2000000,
                  8000000,
                  64000000
                ]
              },
              "streams": [
                {
                  "name": "reads",
                  "pattern": "random",
                  "alignBytes": 4096,
                  "blockBytes": 4096,
                  "readPercent": 100,
                  "threads": 4,
                  "queueDepth": 128,
                  "ratePerSecond": 2000
                },
                {
                  "name": "largeReads",
                  "pattern": "random",
                  "blockBytes": 131072,
                  "readPercent": 100,
                  "threads": 1,
                  "queueDepth": 64,
                  "ratePerSecond": 23.53
                },
                {
                  "name": "largeWrites",
                  "pattern": "random",
                  "blockBytes": 131072,
                  "readPercent": 0,
                  "threads": 1,
                  "queueDepth": 64,
                  "ratePerSecond": 23.53
                }
              ]
            }
          ]
        }
      ]
    },
    {
      "id": "act",
      "name": "Aerospike ACT",
      "description": "A database's load in multiples of 2,000 record reads a second with the 128 KiB reads and writes that 1,000 record writes a second cause, sent on schedule whether the drive keeps up or not. A search finds the highest multiple at which, in each hour, fewer than 5 % of the reads take over 1 ms, 1 % over 8 ms and 0.1 % over 64 ms: in runs of five minutes, then once more for two hours.",
      "follows": [
        "aerospike-act",
        "anandtech-p4800x-750gb"
      ],
      "departs": [
        "A certification runs 24 hours at its multiple; here the answer is confirmed for two hours, as in the review.",
        "The certification tool prepares a drive by writing zeros and then random data everywhere; here random data is written twice, sequentially in 128 KiB blocks.",
        "The certification tool stops where the load falls too far behind; here a stream that completes less than 98 % of its operations fails.",
        "The review used the tool's own threads and queues (64 threads); here the three streams have six threads, whose queue depths bound how far a stream can fall behind.",
        "Multiples are whole numbers from 1 to 256; fractions of one are not tried.",
        "A drive with 4096-byte logical blocks cannot read the 1536 bytes of a record, and skips every point; use the plan with 4 KiB reads there."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "fill",
          "method": "sequential",
          "blockBytes": 131072,
          "fills": 2
        },
        {
          "kind": "search",
          "raise": "rate",
          "from": 1,
          "to": 256,
          "resolution": 1,
          "confirmSeconds": 7200,
          "criteria": [
            {
              "stream": "reads",
              "direction": "read",
              "overNs": 1000000,
              "percentBelow": 5
            },
            {
              "stream": "reads",
              "direction": "read",
              "overNs": 8000000,
              "percentBelow": 1
            },
            {
              "stream": "reads",
              "direction": "read",
              "overNs": 64000000,
              "percentBelow": 0.1
            },
            {
              "stream": "reads",
              "direction": "read",
              "ratePercentAtLeast": 98
            },
            {
              "stream": "largeReads",
              "direction": "read",
              "ratePercentAtLeast": 98
            },
            {
              "stream": "largeWrites",
              "direction": "write",
              "ratePercentAtLeast": 98
            }
          ],
          "steps": [
            {
              "kind": "streams",
              "rampSeconds": 5,
              "durationSeconds": 300,
              "slices": {
                "seconds": 3600,
                "overNs": [
                  1000000,
                  2000000,
                  8000000,
                  64000000
                ]
              },
              "streams": [
                {
                  "name": "reads",
                  "pattern": "random",
                  "alignBytes": 512,
                  "blockBytes": 1536,
                  "readPercent": 100,
                  "threads": 4,
                  "queueDepth": 128,
                  "ratePerSecond": 2000
                },
                {
                  "name": "largeReads",
                  "pattern": "random",
                  "blockBytes": 131072,
                  "readPercent": 100,
                  "threads": 1,
                  "queueDepth": 64,
                  "ratePerSecond": 23.53
                },
                {
                  "name": "largeWrites",
                  "pattern": "random",
                  "blockBytes": 131072,
                  "readPercent": 0,
                  "threads": 1,
                  "queueDepth": 64,
                  "ratePerSecond": 23.53
                }
              ]
            }
          ]
        }
      ]
    },
    {
      "id": "anandtech-2017-mixed",
      "name": "AnandTech 2017: mixed reads and writes",
      "description": "4 KiB random from reads alone to writes alone in steps of 10 %, by 16 threads at QD1 each. The drive is first written twice over with 4 KiB random writes. Each point takes four minutes, of which the first is excluded.",
      "follows": [
        "anandtech-p4800x-750gb",
        "anandtech-optane-memory"
      ],
      "departs": [
        "The review's own pages state neither preconditioning nor times; both are those that the publisher states in its Optane Memory review.",
        "The review does not state the queue depth of its preconditioning writes; here it is 32.",
        "The review measured with fio 3.1 on Linux 4.13; here uring-bench sends the operations through io_uring and completes them by interrupt."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "fill",
          "method": "random",
          "blockBytes": 4096,
          "fills": 2
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "blockBytes": 4096,
          "readPercent": [
            100,
            90,
            80,
            70,
            60,
            50,
            40,
            30,
            20,
            10,
            0
          ],
          "threads": 16,
          "queueDepth": 1,
          "rampSeconds": 60,
          "durationSeconds": 180
        }
      ]
    },
    {
      "id": "anandtech-2017-queue-depths",
      "name": "AnandTech 2017: queue depths",
      "description": "One thread at queue depths from 1 to 64: 4 KiB random reads and writes, then 128 KiB sequential reads and writes. The drive is first written twice over with 4 KiB random writes. Each point takes four minutes, of which the first is excluded.",
      "follows": [
        "anandtech-p4800x-750gb",
        "anandtech-optane-memory"
      ],
      "departs": [
        "The review's own pages state neither preconditioning nor times; both are those that the publisher states in its Optane Memory review.",
        "The review does not state the queue depth of its preconditioning writes; here it is 32.",
        "The review measured with fio 3.1 on Linux 4.13; here uring-bench sends the operations through io_uring and completes them by interrupt.",
        "The review does not state the order of the points; here all reads of a kind come before its writes."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "fill",
          "method": "random",
          "blockBytes": 4096,
          "fills": 2
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "blockBytes": 4096,
          "readPercent": 100,
          "threads": 1,
          "queueDepth": [
            1,
            2,
            4,
            6,
            8,
            12,
            16,
            24,
            32,
            48,
            64
          ],
          "rampSeconds": 60,
          "durationSeconds": 180
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "blockBytes": 4096,
          "readPercent": 0,
          "threads": 1,
          "queueDepth": [
            1,
            2,
            4,
            6,
            8,
            12,
            16,
            24,
            32,
            48,
            64
          ],
          "rampSeconds": 60,
          "durationSeconds": 180
        },
        {
          "kind": "sweep",
          "pattern": "sequential",
          "blockBytes": 131072,
          "readPercent": 100,
          "threads": 1,
          "queueDepth": [
            1,
            2,
            4,
            6,
            8,
            12,
            16,
            24,
            32,
            48,
            64
          ],
          "rampSeconds": 60,
          "durationSeconds": 180
        },
        {
          "kind": "sweep",
          "pattern": "sequential",
          "blockBytes": 131072,
          "readPercent": 0,
          "threads": 1,
          "queueDepth": [
            1,
            2,
            4,
            6,
            8,
            12,
            16,
            24,
            32,
            48,
            64
          ],
          "rampSeconds": 60,
          "durationSeconds": 180
        }
      ]
    },
    {
      "id": "anandtech-2017-transfer-sizes",
      "name": "AnandTech 2017: transfer sizes",
      "description": "Throughput and latency at QD1 for transfer sizes from 512 B to 1 MiB: random at offsets aligned to the size, random at offsets aligned to 512 B, and sequential; reads and writes. The drive is first written twice over with 4 KiB random writes. Each point takes four minutes, of which the first is excluded.",
      "follows": [
        "anandtech-p4800x-750gb",
        "anandtech-optane-memory"
      ],
      "departs": [
        "The review's own pages state neither preconditioning nor times; both are those that the publisher states in its Optane Memory review.",
        "The review does not state the queue depth of its preconditioning writes; here it is 32.",
        "The review measured with fio 3.1 on Linux 4.13; here uring-bench sends the operations through io_uring and completes them by interrupt.",
        "The review does not state the order of the points; here writes follow reads at each size or depth.",
        "512 B is measured once at random, because both alignments are the same there.",
        "Sizes and alignments below the drive's logical block are skipped; the review's drives had 512-byte blocks."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "fill",
          "method": "random",
          "blockBytes": 4096,
          "fills": 2
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "blockBytes": [
            512,
            1024,
            2048,
            4096,
            8192,
            16384,
            32768,
            65536,
            131072,
            262144,
            524288,
            1048576
          ],
          "readPercent": [
            100,
            0
          ],
          "threads": 1,
          "queueDepth": 1,
          "rampSeconds": 60,
          "durationSeconds": 180
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "alignBytes": 512,
          "blockBytes": [
            1024,
            2048,
            4096,
            8192,
            16384,
            32768,
            65536,
            131072,
            262144,
            524288,
            1048576
          ],
          "readPercent": [
            100,
            0
          ],
          "threads": 1,
          "queueDepth": 1,
          "rampSeconds": 60,
          "durationSeconds": 180
        },
        {
          "kind": "sweep",
          "pattern": "sequential",
          "blockBytes": [
            512,
            1024,
            2048,
            4096,
            8192,
            16384,
            32768,
            65536,
            131072,
            262144,
            524288,
            1048576
          ],
          "readPercent": [
            100,
            0
          ],
          "threads": 1,
          "queueDepth": 1,
          "rampSeconds": 60,
          "durationSeconds": 180
        }
      ]
    },
    {
      "id": "anandtech-2020-peak-throughput",
      "name": "AnandTech 2020: peak throughput",
      "description": "Total queue depths from 1 to 512, split over up to 16 threads: 4 KiB random and 128 KiB sequential, reads and writes. The result is not the highest figure but throughput, latency and efficiency at the lowest depth that reaches 95 % of it. The drive is first written twice over with 4 KiB random writes.",
      "follows": [
        "anandtech-enterprise-2020"
      ],
      "departs": [
        "The review names the deepest queue and the number of threads; the depths between, doubling each time, and the length of a point are this plan's own.",
        "Preconditioning is that of the publisher's 2017 reviews, at QD32.",
        "The depth at 95 % of the peak is read from the results of the sweep; no step of the plan measures it again.",
        "Efficiency is operations per second of processor time. Operations per joule are not shown, because neither drive nor host reports watts."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "fill",
          "method": "random",
          "blockBytes": 4096,
          "fills": 2
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "blockBytes": 4096,
          "readPercent": 100,
          "threadsMax": 16,
          "totalDepth": [
            1,
            2,
            4,
            8,
            16,
            32,
            64,
            128,
            256,
            512
          ],
          "rampSeconds": 10,
          "durationSeconds": 60
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "blockBytes": 4096,
          "readPercent": 0,
          "threadsMax": 16,
          "totalDepth": [
            1,
            2,
            4,
            8,
            16,
            32,
            64,
            128,
            256,
            512
          ],
          "rampSeconds": 10,
          "durationSeconds": 60
        },
        {
          "kind": "sweep",
          "pattern": "sequential",
          "blockBytes": 131072,
          "readPercent": 100,
          "threadsMax": 16,
          "totalDepth": [
            1,
            2,
            4,
            8,
            16,
            32,
            64,
            128,
            256,
            512
          ],
          "rampSeconds": 10,
          "durationSeconds": 60
        },
        {
          "kind": "sweep",
          "pattern": "sequential",
          "blockBytes": 131072,
          "readPercent": 0,
          "threadsMax": 16,
          "totalDepth": [
            1,
            2,
            4,
            8,
            16,
            32,
            64,
            128,
            256,
            512
          ],
          "rampSeconds": 10,
          "durationSeconds": 60
        }
      ]
    },
    {
      "id": "anandtech-optane-memory-queue-depths",
      "name": "AnandTech Optane Memory: total queue depth",
      "description": "4 KiB random reads, then writes, at total queue depths from 1 to 16, split over up to four threads. The drive is first written twice over with 4 KiB random writes. Each point takes four minutes, of which the first is excluded.",
      "follows": [
        "anandtech-optane-memory"
      ],
      "departs": [
        "The review does not state the queue depth of its preconditioning writes; here it is 32.",
        "The page names neither its tool nor its kernel; here uring-bench sends the operations through io_uring and completes them by interrupt.",
        "The page states that up to four threads share the depth, but not how; here each gets an equal share of it."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "fill",
          "method": "random",
          "blockBytes": 4096,
          "fills": 2
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "blockBytes": 4096,
          "readPercent": 100,
          "threadsMax": 4,
          "totalDepth": [
            1,
            2,
            4,
            8,
            16
          ],
          "rampSeconds": 60,
          "durationSeconds": 180
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "blockBytes": 4096,
          "readPercent": 0,
          "threadsMax": 4,
          "totalDepth": [
            1,
            2,
            4,
            8,
            16
          ],
          "rampSeconds": 60,
          "durationSeconds": 180
        }
      ]
    },
    {
      "id": "anandtech-optane-memory-transfer-sizes",
      "name": "AnandTech Optane Memory: transfer sizes",
      "description": "Random reads and writes at QD1 for transfer sizes from 512 B to 1 MiB. The drive is first written twice over with 4 KiB random writes. Each point takes four minutes, of which the first is excluded.",
      "follows": [
        "anandtech-optane-memory"
      ],
      "departs": [
        "The review does not state the queue depth of its preconditioning writes; here it is 32.",
        "The page names neither its tool nor its kernel; here uring-bench sends the operations through io_uring and completes them by interrupt.",
        "The page does not list its sizes; these are those of the publisher's P4800X review.",
        "The review does not state the order of the points; here writes follow reads at each size or depth.",
        "Sizes below the drive's logical block are skipped."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "fill",
          "method": "random",
          "blockBytes": 4096,
          "fills": 2
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "blockBytes": [
            512,
            1024,
            2048,
            4096,
            8192,
            16384,
            32768,
            65536,
            131072,
            262144,
            524288,
            1048576
          ],
          "readPercent": [
            100,
            0
          ],
          "threads": 1,
          "queueDepth": 1,
          "rampSeconds": 60,
          "durationSeconds": 180
        }
      ]
    },
    {
      "id": "completion-modes",
      "name": "Completion modes",
      "description": "4 KiB random reads at QD1 by each way to submit and to wait: interrupts, polling, a kernel thread that submits, NVMe passthrough, and synchronous reads with and without polling. Mean, p99, p99.999 and the CPU time of an I/O are the results. Reads only.",
      "follows": [
        "anandtech-p4800x-750gb"
      ],
      "departs": [
        "The review explains interrupts, polling and the system calls, and measured with hybrid polling; the list of modes and two minutes a point are this plan's own.",
        "Hybrid polling is not measured.",
        "Modes that the drive or its host does not offer are skipped."
      ],
      "readsOnly": true,
      "steps": [
        {
          "kind": "sweep",
          "engine": [
            "io_uring",
            "io_uring+poll",
            "io_uring+sqpoll",
            "passthrough",
            "passthrough+poll",
            "sync",
            "sync+poll"
          ],
          "pattern": "random",
          "blockBytes": 4096,
          "readPercent": 100,
          "threads": 1,
          "queueDepth": 1,
          "rampSeconds": 5,
          "durationSeconds": 120
        }
      ]
    },
    {
      "id": "hardwareinfo-2015-consistency-short",
      "name": "Hardware.Info 2015: consistency, short",
      "description": "4 KiB random writes at QD32 for 1,800 seconds. The result is the standard deviation of the IOPS of each second over the last 200 seconds.",
      "follows": [
        "hardwareinfo-p3700-400gb"
      ],
      "departs": [
        "The review measured with Iometer on Windows 7; here uring-bench on Linux sends the operations through io_uring.",
        "The review does not state how it prepared the drive; here it is measured as found.",
        "The review ran 10,000 seconds; half an hour is this plan's own, and a drive may not be steady by then."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "sweep",
          "pattern": "random",
          "data": "incompressible",
          "blockBytes": 4096,
          "readPercent": 0,
          "threads": 1,
          "queueDepth": 32,
          "durationSeconds": 1800
        }
      ]
    },
    {
      "id": "hardwareinfo-2015-consistency",
      "name": "Hardware.Info 2015: consistency",
      "description": "4 KiB random writes at QD32 for 10,000 seconds. The result is the standard deviation of the IOPS of each second over the last 200 seconds.",
      "follows": [
        "hardwareinfo-p3700-400gb"
      ],
      "departs": [
        "The review measured with Iometer on Windows 7; here uring-bench on Linux sends the operations through io_uring.",
        "The review does not state how it prepared the drive; here it is measured as found."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "sweep",
          "pattern": "random",
          "data": "incompressible",
          "blockBytes": 4096,
          "readPercent": 0,
          "threads": 1,
          "queueDepth": 32,
          "durationSeconds": 10000
        }
      ]
    },
    {
      "id": "hardwareinfo-2015-power",
      "name": "Hardware.Info 2015: power",
      "description": "The three states in which the review measures power: idle, 4 KiB random writes and 1 MiB sequential writes. Watts are shown where the drive or its host reports them.",
      "follows": [
        "hardwareinfo-p3700-400gb"
      ],
      "departs": [
        "The review measured with Iometer on Windows 7; here uring-bench on Linux sends the operations through io_uring.",
        "The review measured in a laptop, in a way that it does not describe, and lists no watts for the P3700; here only what the drive or its host reports can be shown.",
        "The review states neither times nor queue depths of the three states; here they are five minutes idle, then one minute of each load at QD32."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "idle",
          "seconds": 300
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "data": "incompressible",
          "blockBytes": 4096,
          "readPercent": 0,
          "threads": 1,
          "queueDepth": 32,
          "rampSeconds": 5,
          "durationSeconds": 60
        },
        {
          "kind": "sweep",
          "pattern": "sequential",
          "data": "incompressible",
          "blockBytes": 1048576,
          "readPercent": 0,
          "threads": 1,
          "queueDepth": 32,
          "rampSeconds": 5,
          "durationSeconds": 60
        }
      ]
    },
    {
      "id": "hardwareinfo-2015-steady-state-short",
      "name": "Hardware.Info 2015: steady state, short",
      "description": "4 KiB random writes, then the database mix (8 KiB, 67/33 read/write), each for half an hour at QD32 on 75 % of the drive. The result is the mean of the last 20 minutes; the chart over time shows how the drive gets there.",
      "follows": [
        "hardwareinfo-p3700-400gb"
      ],
      "departs": [
        "The review measured with Iometer on Windows 7; here uring-bench on Linux sends the operations through io_uring.",
        "The review does not state how it prepared the drive; here it is measured as found.",
        "The review wrote to a file of 75 % of the capacity; here the first 75 % of the target itself is used.",
        "Enterprise drives ran ten hours in the review; half an hour is its time for other drives. The P3700 took an hour to settle under the database mix, so a drive may not be steady by then."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "sweep",
          "pattern": "random",
          "data": "incompressible",
          "blockBytes": 4096,
          "readPercent": 0,
          "threads": 1,
          "queueDepth": 32,
          "spanPercent": 75,
          "durationSeconds": 1800
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "data": "incompressible",
          "blockBytes": 8192,
          "readPercent": 67,
          "threads": 1,
          "queueDepth": 32,
          "spanPercent": 75,
          "durationSeconds": 1800
        }
      ]
    },
    {
      "id": "hardwareinfo-2015-steady-state",
      "name": "Hardware.Info 2015: steady state",
      "description": "4 KiB random writes, then the database mix (8 KiB, 67/33 read/write), each for ten hours at QD32 on 75 % of the drive. The result is the mean of the last 20 minutes; the chart over time shows how the drive gets there.",
      "follows": [
        "hardwareinfo-p3700-400gb"
      ],
      "departs": [
        "The review measured with Iometer on Windows 7; here uring-bench on Linux sends the operations through io_uring.",
        "The review does not state how it prepared the drive; here it is measured as found.",
        "The review wrote to a file of 75 % of the capacity; here the first 75 % of the target itself is used."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "sweep",
          "pattern": "random",
          "data": "incompressible",
          "blockBytes": 4096,
          "readPercent": 0,
          "threads": 1,
          "queueDepth": 32,
          "spanPercent": 75,
          "durationSeconds": 36000
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "data": "incompressible",
          "blockBytes": 8192,
          "readPercent": 67,
          "threads": 1,
          "queueDepth": 32,
          "spanPercent": 75,
          "durationSeconds": 36000
        }
      ]
    },
    {
      "id": "hardwareinfo-2015",
      "name": "Hardware.Info 2015: Iometer tests",
      "description": "The short tests of the P3700 review with incompressible data, 30 seconds each: 4 KiB random at QD1 to QD32, 1 MiB sequential at QD32, and Iometer's file server and database mixes at QD1 to QD32.",
      "follows": [
        "hardwareinfo-p3700-400gb"
      ],
      "departs": [
        "The review measured with Iometer on Windows 7; here uring-bench on Linux sends the operations through io_uring.",
        "The review does not state how it prepared the drive; here it is measured as found.",
        "The review measured at least 30 seconds a test; here it is exactly 30, after a warm-up of 5 that it does not state.",
        "The review does not state the access order of its file server mix; here it is random, as in Iometer's own file server test.",
        "The file server mix has blocks of 512 B; a drive with larger logical blocks skips it.",
        "AS SSD, PCMark and the TPC-C database test are not part of this plan, nor is the score, which is also made of the first two."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "sweep",
          "pattern": "random",
          "data": "incompressible",
          "blockBytes": 4096,
          "readPercent": 100,
          "threads": 1,
          "queueDepth": [
            1,
            2,
            4,
            8,
            16,
            32
          ],
          "rampSeconds": 5,
          "durationSeconds": 30
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "data": "incompressible",
          "blockBytes": 4096,
          "readPercent": 0,
          "threads": 1,
          "queueDepth": [
            1,
            2,
            4,
            8,
            16,
            32
          ],
          "rampSeconds": 5,
          "durationSeconds": 30
        },
        {
          "kind": "sweep",
          "pattern": "sequential",
          "data": "incompressible",
          "blockBytes": 1048576,
          "readPercent": [
            100,
            0
          ],
          "threads": 1,
          "queueDepth": 32,
          "rampSeconds": 5,
          "durationSeconds": 30
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "data": "incompressible",
          "blockMix": "512:10,1k:5,2k:5,4k:60,8k:2,16k:4,32k:4,64k:10",
          "readPercent": 80,
          "threads": 1,
          "queueDepth": [
            1,
            2,
            4,
            8,
            16,
            32
          ],
          "rampSeconds": 5,
          "durationSeconds": 30
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "data": "incompressible",
          "blockBytes": 8192,
          "readPercent": 67,
          "threads": 1,
          "queueDepth": [
            1,
            2,
            4,
            8,
            16,
            32
          ],
          "rampSeconds": 5,
          "durationSeconds": 30
        }
      ]
    },
    {
      "id": "optane-comparison",
      "name": "Optane comparison",
      "description": "4 KiB random reads at QD1 and QD16, reads only: the conditions of AnandTech's published figures for the P4800X, the P3700 and the 9100 MAX. Each point is measured for one minute; the published review ran each point for four minutes and excluded the first, so its p99.999 is based on about three times the samples.",
      "follows": [
        "anandtech-p4800x-375gb"
      ],
      "departs": [
        "Each point is measured for one minute after a 5-second warm-up; the review ran four minutes and excluded the first.",
        "The drive is measured as found; the review first wrote its capacity twice with 4 KiB random writes."
      ],
      "readsOnly": true,
      "steps": [
        {
          "kind": "sweep",
          "pattern": "random",
          "blockBytes": 4096,
          "readPercent": 100,
          "threads": 1,
          "queueDepth": [
            1,
            16
          ],
          "spanPercent": 100,
          "rampSeconds": 5,
          "durationSeconds": 60
        }
      ]
    },
    {
      "id": "postgresql-tpcb",
      "name": "PostgreSQL: transactions at 4 to 128 clients",
      "description": "A PostgreSQL database of 100 GiB on the drive under pgbench's TPC-B-like transactions, at the numbers of clients of Hardware.Info's database test: transactions per second and their latencies. It needs PostgreSQL's packages on the host, destroys all data on a drive, and takes room for 200 GiB.",
      "follows": [
        "hardwareinfo-p3700-400gb"
      ],
      "departs": [
        "Another benchmark: the review ran Percona's TPC-C on MariaDB 10.0 with 1,000 warehouses (more than 260 GB), here pgbench's TPC-B-like transactions run on PostgreSQL. Only the numbers of clients are the review's; its figures stand beside a run for the shape of their lines.",
        "The review's server had a buffer of 16 GB; here PostgreSQL has shared buffers of 256 MB, and the kernel's page cache takes what memory the host has. A database that fits into memory hardly reads from the drive, and the run says so.",
        "The review does not say how long it measured; here it is five minutes after a minute of warm-up at each number."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "database",
          "system": "postgresql",
          "benchmark": "tpcbLike",
          "sizeGib": 100,
          "clients": [
            4,
            8,
            12,
            16,
            24,
            32,
            48,
            64,
            96,
            128
          ],
          "rampSeconds": 60,
          "durationSeconds": 300
        }
      ]
    },
    {
      "id": "power-governor-sweep",
      "name": "Power limits: power governor",
      "description": "The same five short workloads at every power limit that the drive offers through the Intel power governor, which is put back afterwards: throughput and tail latency by limit.",
      "follows": [
        "anandtech-p4800x-750gb"
      ],
      "departs": [
        "The review states that the P4800X has two limits, 12 W and 18 W, but measures neither against the other; the workloads and their length are this plan's own."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "each",
          "setting": "powerGovernor",
          "values": "offered",
          "steps": [
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": 4096,
              "readPercent": 100,
              "threads": 1,
              "queueDepth": [
                1,
                16
              ],
              "rampSeconds": 5,
              "durationSeconds": 60
            },
            {
              "kind": "sweep",
              "pattern": "sequential",
              "blockBytes": 131072,
              "readPercent": [
                100,
                0
              ],
              "threads": 1,
              "queueDepth": 8,
              "rampSeconds": 5,
              "durationSeconds": 60
            },
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": 4096,
              "readPercent": 0,
              "threads": 1,
              "queueDepth": 16,
              "rampSeconds": 5,
              "durationSeconds": 60
            }
          ]
        }
      ]
    },
    {
      "id": "power-state-sweep",
      "name": "Power limits: power states",
      "description": "The same five short workloads in every operational NVMe power state that the drive offers, which is put back afterwards: throughput and tail latency by state.",
      "follows": [],
      "departs": [],
      "readsOnly": false,
      "steps": [
        {
          "kind": "each",
          "setting": "powerState",
          "values": "offered",
          "steps": [
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": 4096,
              "readPercent": 100,
              "threads": 1,
              "queueDepth": [
                1,
                16
              ],
              "rampSeconds": 5,
              "durationSeconds": 60
            },
            {
              "kind": "sweep",
              "pattern": "sequential",
              "blockBytes": 131072,
              "readPercent": [
                100,
                0
              ],
              "threads": 1,
              "queueDepth": 8,
              "rampSeconds": 5,
              "durationSeconds": 60
            },
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": 4096,
              "readPercent": 0,
              "threads": 1,
              "queueDepth": 16,
              "rampSeconds": 5,
              "durationSeconds": 60
            }
          ]
        }
      ]
    },
    {
      "id": "qualification-short",
      "name": "Qualification: short",
      "description": "The qualification in about the time in which the drive is written and read once: verified data over the whole drive, the short self-test and five minutes of a mixed load, without the rated figures and the extended self-test.",
      "follows": [],
      "departs": [
        "As in the qualification, but no rated figure is measured, and heat builds up for five minutes instead of thirty."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "fill",
          "method": "sequential",
          "blockBytes": 1048576,
          "fills": 1,
          "data": "verified"
        },
        {
          "kind": "selfTest",
          "test": "short"
        },
        {
          "kind": "sweep",
          "pattern": "sequential",
          "blockBytes": 131072,
          "readPercent": 50,
          "queueDepth": 32,
          "data": "verified",
          "rampSeconds": 10,
          "durationSeconds": 300
        }
      ]
    },
    {
      "id": "qualification",
      "name": "Qualification",
      "description": "Whether a new drive is fit for use: the whole drive is written with verified data and read back, it tests itself, its rated figures are measured, and a mixed load runs for half an hour while its temperature is sampled. A verdict by named criteria, with the drive's counters before and after, and a report to print. In a batch, the odd drive out is named.",
      "follows": [],
      "departs": [
        "No published method is followed; each criterion names its own source.",
        "The throughput of the soak may fall by 20 %, which is what the SNIA Performance Test Specification allows in a steady state.",
        "What the rated figures write is not read back. Whatever the fill and the soak write is."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "fill",
          "method": "sequential",
          "blockBytes": 1048576,
          "fills": 1,
          "data": "verified"
        },
        {
          "kind": "selfTest",
          "test": "short"
        },
        {
          "kind": "ratedFigures",
          "sequentialFills": 0,
          "randomFills": 2,
          "rampSeconds": 10,
          "durationSeconds": 60
        },
        {
          "kind": "sweep",
          "pattern": "sequential",
          "blockBytes": 131072,
          "readPercent": 50,
          "queueDepth": 32,
          "data": "verified",
          "rampSeconds": 60,
          "durationSeconds": 1800
        },
        {
          "kind": "selfTest",
          "test": "extended"
        }
      ]
    },
    {
      "id": "quick-check",
      "name": "Quick check",
      "description": "Three minutes, reads only, safe on a drive in use: 4 KiB random reads at QD1 and QD32, and 128 KiB sequential reads at QD8.",
      "follows": [],
      "departs": [],
      "readsOnly": true,
      "steps": [
        {
          "kind": "sweep",
          "pattern": "random",
          "blockBytes": 4096,
          "readPercent": 100,
          "threads": 1,
          "queueDepth": [
            1,
            32
          ],
          "spanPercent": 100,
          "rampSeconds": 5,
          "durationSeconds": 55
        },
        {
          "kind": "sweep",
          "pattern": "sequential",
          "blockBytes": 131072,
          "readPercent": 100,
          "threads": 1,
          "queueDepth": 8,
          "spanPercent": 100,
          "rampSeconds": 5,
          "durationSeconds": 55
        }
      ]
    },
    {
      "id": "raid0-comparison",
      "name": "RAID 0 against one drive",
      "description": "For two runs: one on a single drive, such as one controller of an Intel SSD DC P3608, and one on a RAID 0 volume of two. Random operations of eight sizes in seven mixes at QD256, round after round until the 4 KiB writes reach steady state; then latency at 512 B, 4 KiB and 8 KiB, and sequential throughput, all at QD256. Everything that the target holds is overwritten twice first.",
      "follows": [
        "thessdreview-p3608",
        "snia-pts-e"
      ],
      "departs": [
        "Nothing is purged, because a volume has no controller that could do it. Erase the drives before the array is created to start from the same state.",
        "The review made its volume with Intel's RSTe on Windows, with strips of 128 KiB; here it is a Linux md array. Create it with mdadm --chunk=128. The chunk size is kept with the run.",
        "The outstanding operations are 256 in all on the single drive and on the volume alike, as 8 threads at QD32. A volume of two drives has half as many on each.",
        "The review averages four rounds after steady state; here the figures are those of the specification's window of five.",
        "The review does not say what its 1 min loads of the latency test followed; here they follow the rounds.",
        "Sizes below the logical block of the target are skipped."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "fill",
          "method": "sequential",
          "blockBytes": 131072,
          "fills": 2
        },
        {
          "kind": "rounds",
          "roundsMax": 25,
          "until": {
            "kind": "steadyState",
            "windowRounds": 5,
            "excursionPercent": 20,
            "slopePercent": 10,
            "tracked": [
              {
                "metric": "iops",
                "blockBytes": 4096,
                "readPercent": 0
              }
            ]
          },
          "steps": [
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": [
                1048576,
                131072,
                65536,
                32768,
                16384,
                8192,
                4096,
                512
              ],
              "readPercent": 100,
              "threads": 8,
              "queueDepth": 32,
              "durationSeconds": 60
            },
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": [
                1048576,
                131072,
                65536,
                32768,
                16384,
                8192,
                4096,
                512
              ],
              "readPercent": 95,
              "threads": 8,
              "queueDepth": 32,
              "durationSeconds": 60
            },
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": [
                1048576,
                131072,
                65536,
                32768,
                16384,
                8192,
                4096,
                512
              ],
              "readPercent": 65,
              "threads": 8,
              "queueDepth": 32,
              "durationSeconds": 60
            },
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": [
                1048576,
                131072,
                65536,
                32768,
                16384,
                8192,
                4096,
                512
              ],
              "readPercent": 50,
              "threads": 8,
              "queueDepth": 32,
              "durationSeconds": 60
            },
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": [
                1048576,
                131072,
                65536,
                32768,
                16384,
                8192,
                4096,
                512
              ],
              "readPercent": 35,
              "threads": 8,
              "queueDepth": 32,
              "durationSeconds": 60
            },
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": [
                1048576,
                131072,
                65536,
                32768,
                16384,
                8192,
                4096,
                512
              ],
              "readPercent": 5,
              "threads": 8,
              "queueDepth": 32,
              "durationSeconds": 60
            },
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": [
                1048576,
                131072,
                65536,
                32768,
                16384,
                8192,
                4096,
                512
              ],
              "readPercent": 0,
              "threads": 8,
              "queueDepth": 32,
              "durationSeconds": 60
            }
          ]
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "blockBytes": [
            8192,
            4096,
            512
          ],
          "readPercent": [
            100,
            65,
            0
          ],
          "threads": 8,
          "queueDepth": 32,
          "durationSeconds": 60
        },
        {
          "kind": "sweep",
          "pattern": "sequential",
          "blockBytes": [
            131072,
            1048576
          ],
          "readPercent": [
            100,
            0
          ],
          "threads": 8,
          "queueDepth": 32,
          "durationSeconds": 60
        }
      ]
    },
    {
      "id": "random-fill-steady-state",
      "name": "Random steady state by two random fills",
      "description": "The classical preconditioning: a purged drive is written twice over with 4 KiB random writes; 20 minutes of the same writes then show whether it is steady. Compare it with the plan of SPRandom.",
      "follows": [],
      "departs": [],
      "readsOnly": false,
      "steps": [
        {
          "kind": "purge",
          "method": "format"
        },
        {
          "kind": "fill",
          "method": "random",
          "blockBytes": 4096,
          "fills": 2
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "blockBytes": 4096,
          "readPercent": 0,
          "threads": 1,
          "queueDepth": 32,
          "durationSeconds": 1200
        }
      ]
    },
    {
      "id": "snia-pts-e-iops",
      "name": "SNIA PTS-E: IOPS",
      "description": "Random operations of eight sizes in seven mixes of reads and writes, round after round until the 4 KiB writes reach steady state, 25 rounds at most. The drive is purged and then written twice over sequentially. A round takes 56 minutes.",
      "follows": [
        "snia-pts-e",
        "thessdreview-p3608"
      ],
      "departs": [
        "The purge is an NVMe Format with the current LBA format; the specification also allows a secure erase or a vendor's command.",
        "The drive's volatile write cache is left as it is; the specification disables it where the drive allows that.",
        "The specification leaves the outstanding operations to the tester; here they are 256, as in the P3608 review, as 8 threads at QD32.",
        "The review averages four rounds after steady state; here the figures are those of the specification's window of five.",
        "Sizes below the drive's logical block are skipped."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "purge",
          "method": "format"
        },
        {
          "kind": "fill",
          "method": "sequential",
          "blockBytes": 131072,
          "fills": 2
        },
        {
          "kind": "rounds",
          "roundsMax": 25,
          "until": {
            "kind": "steadyState",
            "windowRounds": 5,
            "excursionPercent": 20,
            "slopePercent": 10,
            "tracked": [
              {
                "metric": "iops",
                "blockBytes": 4096,
                "readPercent": 0
              }
            ]
          },
          "steps": [
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": [
                1048576,
                131072,
                65536,
                32768,
                16384,
                8192,
                4096,
                512
              ],
              "readPercent": 100,
              "threads": 8,
              "queueDepth": 32,
              "durationSeconds": 60
            },
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": [
                1048576,
                131072,
                65536,
                32768,
                16384,
                8192,
                4096,
                512
              ],
              "readPercent": 95,
              "threads": 8,
              "queueDepth": 32,
              "durationSeconds": 60
            },
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": [
                1048576,
                131072,
                65536,
                32768,
                16384,
                8192,
                4096,
                512
              ],
              "readPercent": 65,
              "threads": 8,
              "queueDepth": 32,
              "durationSeconds": 60
            },
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": [
                1048576,
                131072,
                65536,
                32768,
                16384,
                8192,
                4096,
                512
              ],
              "readPercent": 50,
              "threads": 8,
              "queueDepth": 32,
              "durationSeconds": 60
            },
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": [
                1048576,
                131072,
                65536,
                32768,
                16384,
                8192,
                4096,
                512
              ],
              "readPercent": 35,
              "threads": 8,
              "queueDepth": 32,
              "durationSeconds": 60
            },
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": [
                1048576,
                131072,
                65536,
                32768,
                16384,
                8192,
                4096,
                512
              ],
              "readPercent": 5,
              "threads": 8,
              "queueDepth": 32,
              "durationSeconds": 60
            },
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": [
                1048576,
                131072,
                65536,
                32768,
                16384,
                8192,
                4096,
                512
              ],
              "readPercent": 0,
              "threads": 8,
              "queueDepth": 32,
              "durationSeconds": 60
            }
          ]
        }
      ]
    },
    {
      "id": "snia-pts-e-latency",
      "name": "SNIA PTS-E: latency",
      "description": "Random operations of three sizes in three mixes at QD1, round after round until the mean latency of the 4 KiB writes reaches steady state, 25 rounds at most. The drive is purged and then written twice over sequentially. Mean and maximum are the results.",
      "follows": [
        "snia-pts-e"
      ],
      "departs": [
        "The purge is an NVMe Format with the current LBA format; the specification also allows a secure erase or a vendor's command.",
        "The drive's volatile write cache is left as it is; the specification disables it where the drive allows that.",
        "Published figures of the P3608 review were measured at QD256, not at the specification's QD1: they do not stand beside this plan's.",
        "Sizes below the drive's logical block are skipped."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "purge",
          "method": "format"
        },
        {
          "kind": "fill",
          "method": "sequential",
          "blockBytes": 131072,
          "fills": 2
        },
        {
          "kind": "rounds",
          "roundsMax": 25,
          "until": {
            "kind": "steadyState",
            "windowRounds": 5,
            "excursionPercent": 20,
            "slopePercent": 10,
            "tracked": [
              {
                "metric": "meanLatency",
                "blockBytes": 4096,
                "readPercent": 0
              }
            ]
          },
          "steps": [
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": [
                8192,
                4096,
                512
              ],
              "readPercent": 100,
              "threads": 1,
              "queueDepth": 1,
              "durationSeconds": 60
            },
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": [
                8192,
                4096,
                512
              ],
              "readPercent": 65,
              "threads": 1,
              "queueDepth": 1,
              "durationSeconds": 60
            },
            {
              "kind": "sweep",
              "pattern": "random",
              "blockBytes": [
                8192,
                4096,
                512
              ],
              "readPercent": 0,
              "threads": 1,
              "queueDepth": 1,
              "durationSeconds": 60
            }
          ]
        }
      ]
    },
    {
      "id": "snia-pts-e-throughput-128k",
      "name": "SNIA PTS-E: throughput, 128 KiB",
      "description": "Sequential operations of 128 KiB, reads and then writes, round after round until the throughput of the writes reaches steady state, 25 rounds at most. The drive is purged and then written twice over sequentially.",
      "follows": [
        "snia-pts-e"
      ],
      "departs": [
        "The purge is an NVMe Format with the current LBA format; the specification also allows a secure erase or a vendor's command.",
        "The drive's volatile write cache is left as it is; the specification disables it where the drive allows that.",
        "The specification leaves the outstanding operations to the tester; here they are 32 in one thread."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "purge",
          "method": "format"
        },
        {
          "kind": "fill",
          "method": "sequential",
          "blockBytes": 131072,
          "fills": 2
        },
        {
          "kind": "rounds",
          "roundsMax": 25,
          "until": {
            "kind": "steadyState",
            "windowRounds": 5,
            "excursionPercent": 20,
            "slopePercent": 10,
            "tracked": [
              {
                "metric": "bandwidth",
                "blockBytes": 131072,
                "readPercent": 0
              }
            ]
          },
          "steps": [
            {
              "kind": "sweep",
              "pattern": "sequential",
              "blockBytes": 131072,
              "readPercent": [
                100,
                0
              ],
              "threads": 1,
              "queueDepth": 32,
              "durationSeconds": 60
            }
          ]
        }
      ]
    },
    {
      "id": "snia-pts-e-throughput-1m",
      "name": "SNIA PTS-E: throughput, 1 MiB",
      "description": "Sequential operations of 1 MiB, reads and then writes, round after round until the throughput of the writes reaches steady state, 25 rounds at most. The drive is purged and then written twice over sequentially.",
      "follows": [
        "snia-pts-e"
      ],
      "departs": [
        "The purge is an NVMe Format with the current LBA format; the specification also allows a secure erase or a vendor's command.",
        "The drive's volatile write cache is left as it is; the specification disables it where the drive allows that.",
        "The specification leaves the outstanding operations to the tester; here they are 32 in one thread."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "purge",
          "method": "format"
        },
        {
          "kind": "fill",
          "method": "sequential",
          "blockBytes": 131072,
          "fills": 2
        },
        {
          "kind": "rounds",
          "roundsMax": 25,
          "until": {
            "kind": "steadyState",
            "windowRounds": 5,
            "excursionPercent": 20,
            "slopePercent": 10,
            "tracked": [
              {
                "metric": "bandwidth",
                "blockBytes": 1048576,
                "readPercent": 0
              }
            ]
          },
          "steps": [
            {
              "kind": "sweep",
              "pattern": "sequential",
              "blockBytes": 1048576,
              "readPercent": [
                100,
                0
              ],
              "threads": 1,
              "queueDepth": 32,
              "durationSeconds": 60
            }
          ]
        }
      ]
    },
    {
      "id": "snia-pts-e-write-saturation",
      "name": "SNIA PTS-E: write saturation",
      "description": "4 KiB random writes to a purged drive until four times its capacity has been written, or for 24 hours. The chart over time is the result: how fast the drive is when fresh, and when and where it settles.",
      "follows": [
        "snia-pts-e"
      ],
      "departs": [
        "The purge is an NVMe Format with the current LBA format; the specification also allows a secure erase or a vendor's command.",
        "The drive's volatile write cache is left as it is; the specification disables it where the drive allows that.",
        "The specification leaves the outstanding operations to the tester; here they are 256 as 8 threads at QD32."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "purge",
          "method": "format"
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "blockBytes": 4096,
          "readPercent": 0,
          "threads": 8,
          "queueDepth": 32,
          "fills": 4,
          "durationSeconds": 86400
        }
      ]
    },
    {
      "id": "spec-check-reads",
      "name": "Spec check, reads only",
      "description": "Every rated figure of reads of the drive's model, on the data that is there: nothing is written.",
      "follows": [],
      "departs": [
        "Figures of writes are listed as not checked, and so are power and endurance.",
        "Where a sheet leaves the load open, it is chosen as in the spec check. Parts of a drive that were never written are read faster than the sheet means: on an empty drive run the spec check instead."
      ],
      "readsOnly": true,
      "steps": [
        {
          "kind": "ratedFigures",
          "figures": "reads",
          "rampSeconds": 10,
          "durationSeconds": 60
        }
      ]
    },
    {
      "id": "spec-check",
      "name": "Spec check",
      "description": "Every rated figure of the drive's model at the block size, queue depth and percentile of its spec sheet, and whether the drive meets it. The drive is written once before the first figure, and twice at random before random writes.",
      "follows": [],
      "departs": [
        "Where a sheet states no queue depth, rates are measured at QD32 (random access by 4 threads) and latencies at QD1; where it states no block size, sequential access has 128 KiB blocks and latencies are those of 4 KiB. Where it states no pattern, random and sequential access are both measured, and the better one counts.",
        "No sheet of the catalog states how the drive was written before. Reads and sequential writes are measured after one sequential fill, random writes after two random fills more, which is what a drive in use comes to.",
        "Power and endurance are listed as not checked."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "ratedFigures",
          "sequentialFills": 1,
          "randomFills": 2,
          "rampSeconds": 10,
          "durationSeconds": 60
        }
      ]
    },
    {
      "id": "sprandom-steady-state",
      "name": "Random steady state by SPRandom",
      "description": "One physical write of the drive leaves it as long random writing would have, as in fio 3.41 and later; 20 minutes of 4 KiB random writes then show whether it is steady from the start. Compare it with the plan of two random fills, which takes several times as long.",
      "follows": [],
      "departs": [
        "The over-provisioning is assumed to be 15 %; a drive that has more or less of it is not steady from the start."
      ],
      "readsOnly": false,
      "steps": [
        {
          "kind": "purge",
          "method": "format"
        },
        {
          "kind": "fill",
          "method": "sprandom",
          "blockBytes": 4096,
          "overProvisioningPercent": 15
        },
        {
          "kind": "sweep",
          "pattern": "random",
          "blockBytes": 4096,
          "readPercent": 0,
          "threads": 1,
          "queueDepth": 32,
          "durationSeconds": 1200
        }
      ]
    }
  ],
  "planFamilies": [
    {
      "id": "quick",
      "name": "Quick, reads only",
      "plans": [
        "quick-check",
        "optane-comparison"
      ]
    },
    {
      "id": "spec-check",
      "name": "Spec sheet",
      "plans": [
        "spec-check",
        "spec-check-reads"
      ]
    },
    {
      "id": "qualification",
      "name": "Qualification",
      "plans": [
        "qualification",
        "qualification-short"
      ]
    },
    {
      "id": "anandtech",
      "name": "AnandTech",
      "plans": [
        "anandtech-2017-transfer-sizes",
        "anandtech-2017-queue-depths",
        "anandtech-2017-mixed",
        "anandtech-optane-memory-transfer-sizes",
        "anandtech-optane-memory-queue-depths",
        "anandtech-2020-peak-throughput"
      ]
    },
    {
      "id": "hardwareinfo",
      "name": "Hardware.Info",
      "plans": [
        "hardwareinfo-2015",
        "hardwareinfo-2015-steady-state-short",
        "hardwareinfo-2015-steady-state",
        "hardwareinfo-2015-consistency-short",
        "hardwareinfo-2015-consistency",
        "hardwareinfo-2015-power"
      ]
    },
    {
      "id": "snia-pts-e",
      "name": "SNIA PTS-E",
      "plans": [
        "snia-pts-e-iops",
        "snia-pts-e-throughput-128k",
        "snia-pts-e-throughput-1m",
        "snia-pts-e-latency",
        "snia-pts-e-write-saturation",
        "raid0-comparison"
      ]
    },
    {
      "id": "act",
      "name": "Aerospike ACT",
      "plans": [
        "act",
        "act-4k"
      ]
    },
    {
      "id": "database",
      "name": "Database",
      "plans": [
        "postgresql-tpcb"
      ]
    },
    {
      "id": "power-and-completion",
      "name": "Power and completion",
      "plans": [
        "power-governor-sweep",
        "power-state-sweep",
        "completion-modes"
      ]
    },
    {
      "id": "preconditioning",
      "name": "Preconditioning",
      "plans": [
        "random-fill-steady-state",
        "sprandom-steady-state"
      ]
    }
  ],
  "firmwareNotices": [
    {
      "id": "samsung-980-pro",
      "models": [
        "Samsung SSD 980 PRO*"
      ],
      "bad": [
        "3B2QGXA7"
      ],
      "fixed": "5B2QGXA7",
      "impact": "dataLoss",
      "text": "Media errors rise and the available spare falls until the drive only reads; mostly seen on 2 TB. The update does not bring back a drive that only reads.",
      "source": {
        "publisher": "HWUpgrade",
        "url": "https://hwupgrade.it/news/storage/ssd-samsung-980-pro-un-nuovo-firmware-affronta-un-potenziale-bug-fatale_113771.html"
      }
    },
    {
      "id": "samsung-990-pro",
      "models": [
        "Samsung SSD 990 PRO*"
      ],
      "bad": [
        "0B2QJXD7"
      ],
      "fixed": "1B2QJXD7",
      "impact": "wear",
      "text": "Percentage used rises by 10 to 30 within days. The update stops that and does not take it back.",
      "source": {
        "publisher": "Rossmann Repair Group",
        "url": "https://rossmanngroup.com/problems/samsung-990-pro-firmware-degradation"
      }
    },
    {
      "id": "samsung-pm9a1",
      "models": [
        "SAMSUNG MZVL2*"
      ],
      "bad": [
        "GXA7602Q"
      ],
      "fixed": "GXA7802Q (up to 1 TB), GXB7802Q (2 TB)",
      "impact": "dataLoss",
      "text": "Blocks go bad while in use, and reads cannot be corrected.",
      "source": {
        "publisher": "OVHcloud",
        "url": "https://github.com/ovh/docs/blob/develop/pages/bare_metal_cloud/dedicated_servers/samsung-nvme-fw-upgrade/guide.en-gb.md"
      }
    },
    {
      "id": "samsung-pm1733-sriov",
      "models": [
        "*MZWLJ*",
        "*MZPLJ*"
      ],
      "bad": [
        "EPK98B5Q",
        "MPK92J5Q"
      ],
      "fixed": "EPK9GB5Q, MPK94J5Q",
      "impact": "function",
      "text": "Secondary controllers do not come online (PM1733, PM1735).",
      "source": {
        "publisher": "nvme-cli",
        "url": "https://github.com/linux-nvme/nvme-cli/issues/1126"
      }
    },
    {
      "id": "kingston-a2000",
      "models": [
        "KINGSTON SA2000M8*"
      ],
      "bad": [
        "S5Z42105"
      ],
      "fixed": "S5Z42109",
      "impact": "hang",
      "text": "The drive stops answering on Linux.",
      "source": {
        "publisher": "NVMeFix",
        "url": "https://github.com/acidanthera/NVMeFix/pull/4"
      }
    },
    {
      "id": "micron-7500-pro",
      "models": [
        "*MTFDKC*TGP-1BK1DABYY*"
      ],
      "bad": [
        "E3MQ001"
      ],
      "fixed": "E3MQ005",
      "impact": "dataLoss",
      "text": "The maker of this notice updates its drives so that they do not fail early; it names power-on and shutdown.",
      "source": {
        "publisher": "OVHcloud",
        "url": "https://github.com/ovh/docs/blob/develop/pages/bare_metal_cloud/dedicated_servers/micron-7500-fw-upgrade/guide.en-gb.md"
      }
    },
    {
      "id": "micron-2400-power-state",
      "models": [
        "Micron_2400_MTFDKBA1T0QFM*"
      ],
      "bad": [
        "V3MA003"
      ],
      "impact": "hang",
      "text": "The drive hangs in its deepest power state. On Linux nvme_core.default_ps_max_latency_us=0 avoids it.",
      "source": {
        "publisher": "Omarchy",
        "url": "https://github.com/omacom/omarchy/pull/11917"
      }
    },
    {
      "id": "intel-p4600-queues",
      "models": [
        "*SSDPE2K*T7*",
        "*SSDPEDKE*T7*"
      ],
      "bad": [
        "QDV10150",
        "QDV101D1"
      ],
      "impact": "performance",
      "text": "Throughput falls with deep I/O queues (P4500, P4600). Shallower queues avoid it.",
      "source": {
        "publisher": "SPDK",
        "url": "https://github.com/spdk/spdk/issues/968"
      }
    },
    {
      "id": "oracle-6400-v1",
      "models": [
        "*"
      ],
      "bad": [
        "QDV1RD28"
      ],
      "fixed": "QDV1RF30",
      "impact": "dataLoss",
      "text": "After three months without power, media errors or a drive that does not start (Oracle 6.4 TB NVMe SSD v1).",
      "source": {
        "publisher": "Oracle",
        "url": "https://docs.oracle.com/cd/E87231_01/html/F36828/gtlea.html"
      }
    },
    {
      "id": "wd-black-sn770",
      "models": [
        "WD_BLACK SN770 1TB*",
        "WDS100T3X0E*"
      ],
      "bad": [
        "731100WD"
      ],
      "fixed": "731120WD",
      "impact": "hang",
      "text": "PCIe errors, after which the machine restarts.",
      "source": {
        "publisher": "Framework",
        "url": "https://github.com/FrameworkComputer/SoftwareFirmwareIssueTracker/issues/41"
      }
    },
    {
      "id": "kioxia-cd6-v",
      "models": [
        "*KCD6XVUL6T40*"
      ],
      "bad": [
        "GPK1*"
      ],
      "impact": "hang",
      "text": "Commands time out under load, most of all with discard. Linux turns autonomous power state transitions off for it.",
      "source": {
        "publisher": "Linux",
        "url": "https://github.com/torvalds/linux/blob/master/drivers/nvme/host/core.c"
      }
    },
    {
      "id": "micron-7450-activation",
      "models": [
        "Micron_7450_*"
      ],
      "bad": [
        "E2MU200"
      ],
      "fixed": "E2MU300, staged and with a reboot",
      "impact": "dataLoss",
      "text": "Two drives left the bus for good when E2MU300 was activated without a reset. Stage the update (commit action 2), then reboot.",
      "source": {
        "publisher": "Ceph",
        "url": "https://github.com/ceph/ceph-cm-ansible/pull/866"
      }
    }
  ],
  "healthDefaults": [
    {
      "id": "client-retention",
      "models": [
        "Samsung SSD 9*",
        "WD_BLACK SN*",
        "KINGSTON SA2000*",
        "Micron_2400_*"
      ],
      "rule": "unpoweredLong",
      "grades": [
        {
          "severity": "watch",
          "at": 365
        }
      ],
      "why": "Client drives. At the end of their rating they keep data for a year without power at 30 °C, enterprise drives for 3 months at 40 °C.",
      "source": "JESD218, requirements of the client and the enterprise class"
    }
  ]
};
