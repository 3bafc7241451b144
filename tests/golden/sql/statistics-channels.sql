WITH _1_p1 AS (
  SELECT f."channel" AS "d2", f."spent" AS "_1_p1_value"
  FROM "spending" AS f
),
_1_p2 AS (
  SELECT f."channel" AS "d2", f."spent" AS "_1_p2_value"
  FROM "spending" AS f
),
_1_p3 AS (
  SELECT f."channel" AS "d2", f."spent" AS "_1_p3_value"
  FROM "spending" AS f
),
_1 AS (
  SELECT f."channel" AS "d2", sum(CASE WHEN f."spent" >= 3 THEN 1 ELSE 0 END) AS "p4", sum(f."spent") AS "p7"
  FROM "spending" AS f
  GROUP BY 1
),
_1_p1_rows AS (
  SELECT "d2", quantile_cont(CAST("_1_p1_value" AS DOUBLE), 0.5) AS "p1"
  FROM _1_p1
  GROUP BY 1
),
_1_p2_rows AS (
  SELECT "d2", quantile_cont(CAST("_1_p2_value" AS DOUBLE), 0.9) AS "p2"
  FROM _1_p2
  GROUP BY 1
),
_1_p3_rows AS (
  SELECT "d2", stddev_samp(CAST("_1_p3_value" AS DOUBLE)) AS "p3"
  FROM _1_p3
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d2", max("p1") AS "p1", max("p2") AS "p2", max("p3") AS "p3", sum("p4") AS "p4", sum("p7") AS "p7"
  FROM (
    SELECT "d2", NULL AS "p1", NULL AS "p2", NULL AS "p3", "p4", "p7"
    FROM _1
    UNION ALL
    SELECT "d2", "p1", NULL AS "p2", NULL AS "p3", NULL AS "p4", NULL AS "p7"
    FROM _1_p1_rows
    UNION ALL
    SELECT "d2", NULL AS "p1", "p2", NULL AS "p3", NULL AS "p4", NULL AS "p7"
    FROM _1_p2_rows
    UNION ALL
    SELECT "d2", NULL AS "p1", NULL AS "p2", "p3", NULL AS "p4", NULL AS "p7"
    FROM _1_p3_rows
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", (SELECT quantile_cont(CAST("_1_p1_value" AS DOUBLE), 0.5) FROM _1_p1) AS "p1", (SELECT quantile_cont(CAST("_1_p2_value" AS DOUBLE), 0.9) FROM _1_p2) AS "p2", (SELECT stddev_samp(CAST("_1_p3_value" AS DOUBLE)) FROM _1_p3) AS "p3", sum("p4") AS "p4", sum("p7") AS "p7"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d2", "p1", "p2", "p3", "p4", "p7"
  FROM _rows
)
SELECT r."d2", r."p1", r."p2", r."p3", r."p4", r."p8"
FROM (
  SELECT r.*, r."p7" / nullif(r."p1", 0) AS "p8"
  FROM (
    SELECT "_level", "d2", "p1", "p2", "p3", coalesce("p4", 0) AS "p4", coalesce("p7", 0) AS "p7"
    FROM _levels
  ) AS r
) AS r
ORDER BY r."_level", r."d2" ASC NULLS LAST
LIMIT 100002
