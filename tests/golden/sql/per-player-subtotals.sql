WITH _1_p1 AS MATERIALIZED (
  SELECT f."channel" AS "d2", f."day" AS "d1", f."player" AS "_1_p1_per", sum(f."amount") FILTER (WHERE f."player" IS NOT NULL) AS "_1_p1_value"
  FROM "payments" AS f
  GROUP BY 1, 2, 3
),
_1_p6 AS MATERIALIZED (
  SELECT f."channel" AS "d2", f."day" AS "d1", f."player" AS "_1_p6_per", sum(f."amount") FILTER (WHERE f."player" IS NOT NULL) AS "_1_p6_value"
  FROM "payments" AS f
  GROUP BY 1, 2, 3
),
_1 AS (
  SELECT f."channel" AS "d2", f."day" AS "d1"
  FROM "payments" AS f
  GROUP BY 1, 2
),
_1_p1_rows AS (
  SELECT "d2", "d1", CAST(sum("_1_p1_value") AS DOUBLE) / nullif(count("_1_p1_value"), 0) AS "p1"
  FROM _1_p1
  GROUP BY 1, 2
),
_1_p6_rows AS (
  SELECT "d2", "d1", stddev_samp(CAST("_1_p6_value" AS DOUBLE)) AS "p6"
  FROM _1_p6
  GROUP BY 1, 2
),
_rows AS MATERIALIZED (
  SELECT "d2", "d1", max("p1") AS "p1", max("p6") AS "p6"
  FROM (
    SELECT "d2", "d1", NULL AS "p1", NULL AS "p6"
    FROM _1
    UNION ALL
    SELECT "d2", "d1", "p1", NULL AS "p6"
    FROM _1_p1_rows
    UNION ALL
    SELECT "d2", "d1", NULL AS "p1", "p6"
    FROM _1_p6_rows
  ) AS _all
  GROUP BY 1, 2
),
_levels_1 AS (
  SELECT "d2", max("p1") AS "p1", max("p6") AS "p6"
  FROM (
    SELECT "d2", NULL AS "p1", NULL AS "p6"
    FROM (
      SELECT "d2"
      FROM _rows
      GROUP BY 1
    ) AS piece1
    UNION ALL
    SELECT "d2", "p1", NULL AS "p6"
    FROM (
      SELECT "d2", CAST(sum("_1_p1_value") AS DOUBLE) / nullif(count("_1_p1_value"), 0) AS "p1"
      FROM (
        SELECT "d2", "_1_p1_per", sum("_1_p1_value") AS "_1_p1_value"
        FROM _1_p1
        GROUP BY 1, 2
      ) AS sums
      GROUP BY 1
    ) AS piece2
    UNION ALL
    SELECT "d2", NULL AS "p1", "p6"
    FROM (
      SELECT "d2", stddev_samp(CAST("_1_p6_value" AS DOUBLE)) AS "p6"
      FROM (
        SELECT "d2", "_1_p6_per", sum("_1_p6_value") AS "_1_p6_value"
        FROM _1_p6
        GROUP BY 1, 2
      ) AS sums
      GROUP BY 1
    ) AS piece3
  ) AS pieces
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", NULL AS "d1", (SELECT CAST(sum("_1_p1_value") AS DOUBLE) / nullif(count("_1_p1_value"), 0) FROM (
    SELECT "_1_p1_per", sum("_1_p1_value") AS "_1_p1_value"
    FROM _1_p1
    GROUP BY 1
  ) AS sums) AS "p1", (SELECT stddev_samp(CAST("_1_p6_value" AS DOUBLE)) FROM (
    SELECT "_1_p6_per", sum("_1_p6_value") AS "_1_p6_value"
    FROM _1_p6
    GROUP BY 1
  ) AS sums) AS "p6"
  UNION ALL
  SELECT 1 AS "_level", "d2", NULL AS "d1", "p1", "p6"
  FROM _levels_1
  UNION ALL
  SELECT 2 AS "_level", "d2", "d1", "p1", "p6"
  FROM _rows
)
SELECT r."d2", r."d1", r."p1", r."p6", r."_level"
FROM _levels AS r
ORDER BY r."_level" = 0 DESC, r."d2" ASC NULLS LAST, r."_level" > 1, r."d1" ASC NULLS LAST
LIMIT 100002
