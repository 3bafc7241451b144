WITH _1_p1 AS MATERIALIZED (
  SELECT f."channel" AS "d4", f."login_date" AS "d1", f."player_id" AS "_1_p1_value"
  FROM "login_day" AS f
  GROUP BY 1, 2, 3
),
_1 AS (
  SELECT f."channel" AS "d4", f."login_date" AS "d1", sum(f."minutes") AS "p2"
  FROM "login_day" AS f
  GROUP BY 1, 2
),
_1_p1_rows AS (
  SELECT "d4", "d1", count("_1_p1_value") AS "p1"
  FROM _1_p1
  GROUP BY 1, 2
),
_2 AS (
  SELECT f."channel" AS "d4", f."cost_date" AS "d1", sum(f."cost") AS "p21"
  FROM "ad_cost" AS f
  GROUP BY 1, 2
),
_rows AS MATERIALIZED (
  SELECT "d4", "d1", sum("p2") AS "p2", max("p1") AS "p1", sum("p21") AS "p21"
  FROM (
    SELECT "d4", "d1", "p2", 0 AS "p1", NULL AS "p21"
    FROM _1
    UNION ALL
    SELECT "d4", "d1", NULL AS "p2", "p1", NULL AS "p21"
    FROM _1_p1_rows
    UNION ALL
    SELECT "d4", "d1", NULL AS "p2", NULL AS "p1", "p21"
    FROM _2
  ) AS _all
  GROUP BY 1, 2
),
_levels_1 AS (
  SELECT "d4", sum("p2") AS "p2", max("p1") AS "p1", sum("p21") AS "p21"
  FROM (
    SELECT "d4", "p2", "p1", "p21"
    FROM (
      SELECT "d4", sum("p2") AS "p2", max("p1" * 0) AS "p1", sum("p21") AS "p21"
      FROM _rows
      GROUP BY 1
    ) AS piece1
    UNION ALL
    SELECT "d4", NULL AS "p2", "p1", NULL AS "p21"
    FROM (
      SELECT "d4", count(DISTINCT "_1_p1_value") AS "p1"
      FROM _1_p1
      GROUP BY 1
    ) AS piece2
  ) AS pieces
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d4", NULL AS "d1", sum("p2") AS "p2", (SELECT count(DISTINCT "_1_p1_value") FROM _1_p1) AS "p1", sum("p21") AS "p21"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d4", NULL AS "d1", "p2", "p1", "p21"
  FROM _levels_1
  UNION ALL
  SELECT 2 AS "_level", "d4", "d1", "p2", "p1", "p21"
  FROM _rows
)
SELECT r."d4", r."d1", r."p2", r."p21", r."p1", r."_level"
FROM (
  SELECT "_level", "d4", "d1", coalesce("p2", 0) AS "p2", coalesce("p1", 0) AS "p1", coalesce("p21", 0) AS "p21"
  FROM _levels
) AS r
ORDER BY r."_level" = 0 DESC, r."d4" ASC NULLS LAST, r."_level" > 1, r."d1" ASC NULLS LAST
LIMIT 100002
